import type { ApiObject } from "../kinds/kind.js";
import type { Problem } from "../diagnostics/problem.js";

/** Groups that the server stores as one, by the group that it stores (S-IN-9). */
const STORED_GROUPS: ReadonlyMap<string, string> = new Map([
  ["extensions NetworkPolicy", "networking.k8s.io"],
  ["extensions Deployment", "apps"],
  ["extensions ReplicaSet", "apps"],
  ["extensions DaemonSet", "apps"],
]);

/** Finds objects that are in the input twice: each but the first is a problem that names the first (S-IN-9). */
export function findDuplicateObjects(objects: readonly ApiObject[]): Problem[] {
  const first = new Map<string, ApiObject>();
  const problems: Problem[] = [];
  for (const object of objects) {
    const key = identityOf(object);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, object);
    else {
      problems.push({
        code: "duplicate-object",
        facts: { kind: object.ref.kind },
        object: object.ref,
        at: object.node.origin,
        related: [{ at: earlier.node.origin, role: "first" }],
      });
    }
  }
  return problems;
}

function identityOf({ ref }: ApiObject): string {
  const { apiVersion, kind, namespace, name } = ref;
  const slash = apiVersion.indexOf("/");
  const group = slash === -1 ? "" : apiVersion.slice(0, slash);
  return JSON.stringify([STORED_GROUPS.get(`${group} ${kind}`) ?? group, kind, namespace ?? "", name]);
}
