import { encode } from "./encode.js";
import { withMore } from "../base/text/list.js";

/** How many names a list shows before it counts the rest. */
const LISTED = 4;

/** `shop/deployment/web, shop/pod/db and 3 more`. */
export function listedText(names: readonly string[], most = LISTED): string {
  const shown = names.slice(0, most).map(encode);
  const more = names.length - shown.length;
  return more > 0 ? withMore(shown, more) : shown.join(", ");
}
