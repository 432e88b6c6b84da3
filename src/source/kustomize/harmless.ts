import { entries, field, fieldAt, items, textOf, type Node } from "../manifest/node.js";

/** Kinds that decide no traffic, whatever is written into them. */
export const DECIDES_NOTHING: ReadonlySet<string> = new Set([
  "Certificate",
  "ClusterIssuer",
  "ClusterRole",
  "ClusterRoleBinding",
  "ConfigMap",
  "CustomResourceDefinition",
  "HorizontalPodAutoscaler",
  "Issuer",
  "PersistentVolumeClaim",
  "PodDisruptionBudget",
  "Role",
  "RoleBinding",
  "Secret",
  "ServiceAccount",
  "VirtualService",
]);

/** Fields of pods that decide no traffic: everything of a container but its name and ports. */
const FIELDS =
  /^(?:metadata\.annotations\.|data\.|stringData\.|(?:spec\.(?:jobTemplate\.spec\.)?template\.)?spec\.(?:containers|initContainers)\.[^.]+\.(?:image|env|envFrom|args|command|volumeMounts|resources)(?:\.|$)|spec\.endpoints\.[^.]+\.tlsConfig\.|spec\.template\.spec\.(?:volumes|serviceAccountName|imagePullSecrets)(?:\.|$))/;

/** True where a replacement writes only what decides no traffic. What it copies from is not looked at. */
export function isHarmlessReplacement(replacement: Node): boolean {
  const targets = items(field(replacement, "targets"));
  return (
    targets.length > 0 &&
    targets.every((target) => {
      const kind = textOf(field(field(target, "select"), "kind"));
      if (kind !== undefined && DECIDES_NOTHING.has(kind)) return true;
      const paths = items(field(target, "fieldPaths"));
      // Without a path, it is the name.
      return paths.length > 0 && paths.every((path) => FIELDS.test(textOf(path) ?? ""));
    })
  );
}

/** True where a variable is written into what decides traffic: labels, ports of Services, hosts of routes. */
export function hasVariable(object: Node): boolean {
  const kind = textOf(field(object, "kind"));
  const read = [
    fieldAt(object, "metadata", "labels"),
    ...(kind === "Service" || kind === "Ingress" ? [field(object, "spec")] : []),
  ];
  const open = read.flatMap((each) => (each === undefined ? [] : [each]));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if ((textOf(next) ?? "").includes("$(")) return true;
    open.push(...items(next), ...entries(next).map(([, value]) => value));
  }
  return false;
}
