/** What a place in the page is: a view, and what it shows. It stands in the fragment of the address, so that it can be linked. */
export interface PageState {
  readonly view: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Reads a fragment: `#map&port=443&from=shop/web`. */
export function readState(fragment: string): PageState {
  const [view = "", ...rest] = fragment.replace(/^#/, "").split("&");
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of new URLSearchParams(rest.join("&"))) values[key] = value;
  return { view, values };
}

/** Writes a fragment; values that are empty are left out. */
export function writeState({ view, values }: PageState): string {
  const rest = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ""));
  const text = rest.toString();
  return text === "" ? `#${view}` : `#${view}&${text}`;
}
