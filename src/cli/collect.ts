/** Reads an option that may be given several times, or once with commas: every value, in their order. */
export function collectList(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...value.split(",").map((each) => each.trim())];
}

/** Reads an option that may be given several times: every value, in their order. */
export function collectValues(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
