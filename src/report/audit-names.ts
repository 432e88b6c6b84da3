import { encode } from "./encode.js";
import { withMore } from "../base/text/list.js";

/** How many names a list shows before it counts the rest. */
const LISTED = 4;

/** `shop/deployment/web, shop/pod/db and 3 more`. */
export function listedText(ends: readonly string[], most = LISTED): string {
  const { names, more } = shownNames(ends, most);
  return more > 0 ? withMore(names, more) : names.join(", ");
}

/** The same as a list: the names that are shown, and how many there are beside them. */
export function shownNames(
  ends: readonly string[],
  most = LISTED,
): { readonly names: readonly string[]; readonly more: number } {
  const names = ends.slice(0, most).map(encode);
  return { names, more: ends.length - names.length };
}
