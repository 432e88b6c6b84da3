const ASCII = /^[\0-\x7f]*$/;

/** The length of a text in UTF-8: what Go's `len` counts. */
export function byteLength(text: string): number {
  return ASCII.test(text) ? text.length : new TextEncoder().encode(text).length;
}
