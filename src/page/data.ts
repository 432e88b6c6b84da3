import { readWalks, type PageWalks } from "./walks.js";
import type { PageData } from "./model.js";

/** Reads what a page holds: base64 of deflated bytes, of which the first four say how long the JSON is. */
export async function readData(
  text: string,
): Promise<{ readonly data: PageData; readonly walks: PageWalks }> {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as PageData;
  return { data, walks: readWalks(data, bytes.subarray(4 + length)) };
}
