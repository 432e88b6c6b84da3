/** The folder of a file's name, `.` where it names none: `k8s/app` of `k8s/app/web.yaml`. */
export function folderOf(name: string): string {
  const slash = name.lastIndexOf("/");
  return slash === -1 ? "." : name.slice(0, slash);
}
