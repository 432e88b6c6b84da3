// Texts of objects, as families of clusters are made of.

export const yaml = (value) => `${JSON.stringify(value)}\n`;

export const meta = (name, namespace, labels) => ({
  name,
  ...(namespace === undefined ? {} : { namespace }),
  ...(labels === undefined ? {} : { labels }),
});

export const networkPolicy = (name, namespace, spec) =>
  `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: ${yaml(meta(name, namespace))}spec: ${yaml(spec)}`;

export const adminPolicy = (name, spec) =>
  `apiVersion: policy.networking.k8s.io/v1alpha1\nkind: AdminNetworkPolicy\nmetadata: ${yaml(meta(name))}spec: ${yaml(spec)}`;

export const namespace = (name, labels) =>
  `apiVersion: v1\nkind: Namespace\nmetadata: ${yaml(meta(name, undefined, labels))}`;

/** @param rest the members of the object beside its metadata */
export const object = (apiVersion, kind, metadata, rest) =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${yaml(metadata)}${Object.entries(rest)
    .map(([key, value]) => `${key}: ${yaml(value)}`)
    .join("")}`;

export const deployment = (name, space, labels, containers) =>
  object("apps/v1", "Deployment", meta(name, space, labels), {
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels }, spec: { containers } },
    },
  });
