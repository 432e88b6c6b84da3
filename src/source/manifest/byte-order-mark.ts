const MARK = "\ufeff";

/** How much of a text Kubernetes' reader decodes at a time, in bytes. */
const CHUNK = 512;

/** How far it looks ahead, in bytes, with some to spare: what it moves to the front of its buffer lies that near to an end. */
const LOOKS_AHEAD = 48;

/** Where the text of a document begins: a byte-order mark in front of it is none of its characters. */
export function behindMark(text: string, start: number): number {
  return text.startsWith(MARK, start) ? start + 1 : start;
}

/**
 * Kubernetes' reader takes a byte-order mark at the front of its buffer for one at the start of each line, as long as the
 * buffer stays: the first character of each of these lines is lost. `#kind: NetworkPolicy` is a policy then, and a comment
 * to everybody else. A mark that may come to stand there is refused; any other one is a character.
 * @returns the offset of such a mark
 */
export function mayShiftLines(text: string, start: number, end: number): number | undefined {
  const from = behindMark(text, start);
  let mark = markIn(text, from, end);
  let bytes = 3 * (from - start);
  let chunkEnd = CHUNK;
  for (let at = from; mark !== undefined && at < end; at++) {
    if (at === mark) {
      const beginsText = at === from;
      const beginsLastLine = end - at <= LOOKS_AHEAD && /[\r\n]/.test(text.charAt(at - 1));
      const mayMove = chunkEnd - bytes <= LOOKS_AHEAD && end - at > LOOKS_AHEAD;
      if (beginsText || beginsLastLine || mayMove) return mark;
      mark = markIn(text, at + 1, end);
    }
    const behind = bytes + widthAt(text, at);
    // A chunk ends between characters.
    if (behind > chunkEnd) chunkEnd = bytes + CHUNK;
    bytes = behind;
  }
  return undefined;
}

function markIn(text: string, from: number, end: number): number | undefined {
  const mark = text.indexOf(MARK, from);
  return mark === -1 || mark >= end ? undefined : mark;
}

/** The bytes of a UTF-16 unit in UTF-8, as kubectl hands them on: the CR of a CR LF is dropped. */
function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 0x0d && text.charCodeAt(at + 1) === 0x0a) return 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code >= 0xd800 && code <= 0xdfff ? 2 : 3;
}
