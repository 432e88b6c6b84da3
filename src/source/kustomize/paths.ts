/** A path made of another one and what is written relative to it; slashes alone separate. */
export function resolvedPath(folder: string, path: string): string {
  const parts: string[] = [];
  const whole = path.startsWith("/") ? path : `${folder}/${path}`;
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !whole.startsWith("/")) parts.push(part);
  }
  const joined = parts.join("/");
  if (whole.startsWith("/")) return `/${joined}`;
  return joined === "" ? "." : joined;
}

/** The folder of a path. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf("/");
  if (slash === -1) return ".";
  return slash === 0 ? "/" : path.slice(0, slash);
}

/** True for what kustomize fetches where no file is of that name. */
export function isRemote(path: string): boolean {
  return (
    /^(?:[a-z][a-z0-9+.-]*:\/\/|git::|git@|gh:|[\w.-]+@[\w.-]+:)/i.test(path) ||
    /^(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/i.test(path) ||
    /[?&](?:ref|version|timeout|submodules)=/.test(path) ||
    /^[^/]+\.git(?:\/|$)/.test(path)
  );
}
