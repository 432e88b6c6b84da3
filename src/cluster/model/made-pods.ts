import type { Labels } from "./labels.js";

/** Pods that an operator makes of an object of the input: they are not there, and will be. */
export interface MadePods {
  /** Where they will be; undefined for any namespace. */
  readonly namespace: string | undefined;
  /** Labels that they have for certain, one set for each sort of pod; they may have others. */
  readonly sets: readonly Labels[];
  /** Further labels that some of them may have: key and value. */
  readonly others: readonly (readonly [key: string, value: string])[];
  /** True where they may have any labels: the object stands for manifests that are not in the input. */
  readonly isAnything: boolean;
  /** The object of which they are made, as `Application argocd/shop`. */
  readonly by: string;
  /** The keys of those labels that hold the object's name, where it says itself in which namespace it is: no other pods have them. */
  readonly nameKeys: readonly string[];
}
