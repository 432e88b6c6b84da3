import { isObject } from "./read-json.js";

/** How much of an answer can be a `Status`: one that is longer is something else, and is not parsed for it. */
const LONGEST = 1_000_000;

/** What an API server writes about an error, in a `Status`; undefined where the answer is none. */
export function statusMessage(body: string): string | undefined {
  if (body.length > LONGEST) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    if (!isObject(value)) return undefined;
    const { kind, message } = value;
    return kind === "Status" && typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}
