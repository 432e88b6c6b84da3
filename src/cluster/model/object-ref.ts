/** Names one object of the API. */
export interface ObjectRef {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
}

/** The same text for the same object. */
export function refKey({ apiVersion, kind, namespace, name }: ObjectRef): string {
  return JSON.stringify([apiVersion, kind, namespace ?? "", name]);
}

/** `ns/name`, or the name alone for a cluster-scoped object. */
export function qualifiedName(ref: Pick<ObjectRef, "namespace" | "name">): string {
  return ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
}

/** `shop/deployment/web`: as the end of a question is typed; what has no namespace is taken for one of `default`. */
export function typedPath({ kind, namespace = "default", name }: Omit<ObjectRef, "apiVersion">): string {
  return `${namespace}/${kind.toLowerCase()}/${name}`;
}

/** `NetworkPolicy shop/web`, `ClusterNetworkPolicy tenants`. */
export function kindAndName(ref: Omit<ObjectRef, "apiVersion">): string {
  return `${ref.kind} ${qualifiedName(ref)}`;
}
