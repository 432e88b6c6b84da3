/**
 * The name of what a program has made of a file: it begins with what a person can open, and says that lines are those of the
 * program's output.
 */
export function renderedName(path: string, command: string): string {
  return `${path} (rendered by ${command})`;
}

/** The file that a name is about; undefined for one that is a file's own. */
export function renderedFrom(name: string): string | undefined {
  return /^(.+) \(rendered by .+\)$/s.exec(name)?.[1];
}
