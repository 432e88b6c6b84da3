/** What is read: a text, or bytes that may be none. */
export type Text = string | Uint8Array;

/** A text that can be sent as JSON: half of a surrogate pair is no text, in files there are only bytes. */
export function asText(text: string): Text {
  return text.isWellFormed() ? text : Buffer.from(text.toWellFormed());
}

/** The text as it stands in a file. */
export function bytesOf(text: Text): Uint8Array {
  return typeof text === "string" ? Buffer.from(text) : text;
}
