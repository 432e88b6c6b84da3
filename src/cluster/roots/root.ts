/** Why some manifests are a set of their own. */
export type RootReason =
  /** All that is left, and clashes with nothing. */
  | { readonly code: "rest" }
  /** The caller names it. */
  | { readonly code: "given" }
  /** The config names it. */
  | { readonly code: "configured" }
  /** Files beside a kustomization that the caller names, and not part of it. */
  | { readonly code: "left" }
  /** A kustomization that no other one uses, and those of its name that share nothing with it. */
  | { readonly code: "kustomization" }
  /** A Component that nothing uses. */
  | { readonly code: "component" }
  /** Objects of Argo CD or Flux have it applied. */
  | { readonly code: "applied"; readonly by: readonly string[] }
  /** A file of a folder whose files have so many versions of one object. */
  | { readonly code: "alternative"; readonly object: string; readonly versions: number }
  /** A file of a test, which takes one after another. */
  | { readonly code: "test" }
  /** What a chart renders: a release of its own, whose namespace and name are whoever's who installs it. */
  | { readonly code: "chart" }
  /** It has an object that another place has too: differently, or as another form of the same. */
  | { readonly code: "clash"; readonly object: string; readonly other: string };
