/**
 * What tools replace before a manifest is applied, and what no name, label or address may hold: `${APP}` and `$(APP)` (envsubst,
 * Flux, kustomize), `{{ .app }}` and `{% app %}` (helm, Jinja), `<%= app %>` (ERB), `<APP>`, `@APP@`, `%APP%`, `__APP__`.
 */
export const REPLACED =
  /\$\{[^{}]{0,200}\}|\$\([A-Za-z_]\w{0,99}\)|\{\{.{0,400}?\}\}|\{%.{0,400}?%\}|<%.{0,400}?%>|<[A-Za-z][\w -]{0,99}>|@@?[A-Z][A-Z0-9_]{0,99}@@?|%[A-Z][A-Z0-9_]{0,99}%|(?<![A-Za-z0-9])__[A-Z][A-Z0-9_]{0,99}__(?![A-Za-z0-9])/;

/** True for a text that something replaces before the object is applied. */
export function hasPlaceholder(text: string): boolean {
  return REPLACED.test(text);
}

/** What a text with a placeholder begins and ends with, whatever that is replaced by; undefined of one without. */
export function fixedParts(text: string): { readonly start: string; readonly end: string } | undefined {
  const [first, ...more] = text.matchAll(new RegExp(REPLACED, "g"));
  if (first === undefined) return undefined;
  const last = more.at(-1) ?? first;
  return { start: text.slice(0, first.index), end: text.slice(last.index + last[0].length) };
}
