/** A report whose sentences stand on one line each, however narrow it was printed; remarks and JSON keep theirs. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\n +(?=[^\s="{}[\]])/g, " ");
}
