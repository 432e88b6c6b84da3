// Which checks are likely to notice a mutant, for what they cost.

/**
 * So much more is a check worth that stands beside the mutant, or has the name of its folder, as a rule's tests do: it says most about
 * that part.
 */
const NEAR = 8;

/** So much more for each mutant of the same folder that it has noticed. */
const PROVEN = 4;

/** What the checks have shown until now. */
export class Worth {
  /** How many mutants of a folder a check has noticed. */
  #noticed = new Map();

  /** @returns a number for each check, of `name` and `time` in milliseconds: the greater, the sooner it is to run */
  of(file) {
    const near = testsBeside(file);
    const part = folderOf(file).split("/").at(-1);
    return ({ name, time }) => {
      const noticed = this.#noticed.get(keyOf(file, name)) ?? 0;
      const isNear = name.startsWith(near) || name.includes(part);
      return ((isNear ? NEAR : 1) * (1 + PROVEN * noticed)) / Math.max(time, 0.1);
    };
  }

  /** A check has noticed a mutant of a file. */
  note(file, name) {
    const key = keyOf(file, name);
    this.#noticed.set(key, (this.#noticed.get(key) ?? 0) + 1);
  }
}

function keyOf(file, name) {
  return JSON.stringify([folderOf(file), name]);
}

function folderOf(file) {
  return file.slice(0, file.lastIndexOf("/"));
}

/** Tests lie as sources do. */
function testsBeside(file) {
  return `${folderOf(file).replace(/^src\//, "test/")}/`;
}
