import { encode } from "./encode.js";
import { commaList, type NameList } from "../base/text/list.js";

/** How many names a list shows before it counts the rest. */
const LISTED = 4;

/** `shop/deployment/web, shop/pod/db and 3 more`. */
export function listedText(ends: readonly string[], most = LISTED): string {
  return commaList(shownNames(ends, most));
}

/** The same as a list: the names that are shown, and how many there are beside them. */
export function shownNames(ends: readonly string[], most = LISTED): NameList {
  const names = ends.slice(0, most).map(encode);
  return { names, more: ends.length - names.length };
}
