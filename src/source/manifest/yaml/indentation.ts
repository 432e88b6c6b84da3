/** The columns at which the open block collections begin, innermost last; -1 outside of all. */
export class Indentation {
  readonly #outer: number[] = [];
  #current = -1;

  get column(): number {
    return this.#current;
  }

  /** Opens a collection if the column is deeper than all that are open. @returns whether it did */
  open(column: number): boolean {
    if (this.#current >= column) return false;
    this.#outer.push(this.#current);
    this.#current = column;
    return true;
  }

  /** Closes the collections that begin deeper than a column. @returns how many they are */
  closeTo(column: number): number {
    let closed = 0;
    for (; this.#current > column; closed++) this.#current = this.#outer.pop() ?? -1;
    return closed;
  }
}
