/** Makes the documents of clusters that are unlike each other, by the names of their families. */
export declare const FAMILIES: Readonly<
  Record<string, (size: { readonly scale: number; readonly seed: number }) => readonly string[]>
>;
