/** A piece of a template: text as it will be written, blanks that actions trim left out, or what stands between the braces. */
export type Piece =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "action"; readonly body: string };

/**
 * Cuts a text as Go's `text/template` does: actions in `{{ }}`, in which quotes hide braces; `{{-` and `-}}` take the blanks
 * beside them. Comments are left out.
 * @returns undefined where an action does not end
 */
export function cutTemplate(text: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let from = 0;
  let trimsNext = false;
  for (;;) {
    const open = text.indexOf("{{", from);
    const raw = open === -1 ? text.slice(from) : text.slice(from, open);
    const trimsLast = open !== -1 && text[open + 2] === "-" && isBlank(text[open + 3]);
    const kept = trimmed(raw, trimsNext, trimsLast);
    if (kept !== "") pieces.push({ type: "text", text: kept });
    if (open === -1) return pieces;
    const start = open + 2 + (trimsLast ? 2 : 0);
    const end = endOfAction(text, start);
    if (end === undefined) return undefined;
    trimsNext = end - 2 > start && text[end - 1] === "-" && isBlank(text[end - 2]);
    const body = text.slice(start, trimsNext ? end - 2 : end).trim();
    if (!body.startsWith("/*")) pieces.push({ type: "action", body });
    from = end + 2;
  }
}

/** Where the `}}` of an action stands. */
function endOfAction(text: string, start: number): number | undefined {
  if (text.startsWith("/*", start)) {
    const end = text.indexOf("*/", start);
    if (end === -1) return undefined;
    const close = /^(?:[ \t\r\n]-)?\}\}/.exec(text.slice(end + 2, end + 6));
    return close === null ? undefined : end + close[0].length;
  }
  let i = start;
  while (i < text.length) {
    const char = text[i];
    if (char === "}" && text[i + 1] === "}") return i;
    if (char === '"' || char === "'" || char === "`") {
      const end = endOfQuote(text, i, char);
      if (end === undefined) return undefined;
      i = end;
    }
    i++;
  }
  return undefined;
}

/** Where a quote ends that begins at a place; only back quotes go over lines. */
export function endOfQuote(text: string, start: number, quote: string): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    const char = text[i];
    if (char === quote) return i;
    if (quote === "`") continue;
    if (char === "\n") return undefined;
    if (char === "\\") i++;
  }
  return undefined;
}

function trimmed(text: string, left: boolean, right: boolean): string {
  const begun = left ? text.replace(/^[ \t\r\n]+/, "") : text;
  if (!right) return begun;
  let end = begun.length;
  while (end > 0 && isBlank(begun[end - 1])) end--;
  return begun.slice(0, end);
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t" || char === "\r" || char === "\n";
}
