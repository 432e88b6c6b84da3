import { all, code } from "./code.js";

/** What a refused object's facts may say about other releases of its CRD. */
interface OtherReleases {
  readonly acceptedBy?: readonly string[];
}

/**
 * How to fix an object, with the releases that take it as it is. The first of them comes with its option, for that is
 * what to type.
 */
export function helpWithReleases({ acceptedBy }: OtherReleases, help?: string): { readonly help?: string } {
  const [first, ...rest] = acceptedBy ?? [];
  const parts = help === undefined ? [] : [help];
  if (first !== undefined) {
    const others = rest.length === 0 ? "" : `, and so ${rest.length === 1 ? "does" : "do"} ${all(rest)}`;
    parts.push(
      `the CRD of ${first} accepts this object${others}; pass ${code(`--bundle ${first}`)} if your cluster has it`,
    );
  }
  return parts.length === 0 ? {} : { help: parts.join("; ") };
}
