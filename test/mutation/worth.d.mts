/** Which checks are likely to notice a mutant, for what they cost. */
export class Worth {
  /** A number for each check: the greater, the sooner it is to run. */
  of(file: string): (check: { readonly name: string; readonly time: number }) => number;
  /** A check has noticed a mutant of a file. */
  note(file: string, name: string): void;
}
