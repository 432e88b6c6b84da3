/** Of manifests that are linted: who is to use the API of Kubernetes. */
export type AccessObject =
  /** What of the API a role lets be used: `usesObjects` where that is more than to be admitted under some policy. */
  | {
      readonly type: "role";
      readonly role: RoleName;
      readonly usesObjects: boolean;
    }
  | {
      readonly type: "binding";
      readonly role: RoleName;
      readonly accounts: readonly AccountName[];
    }
  /** A ServiceAccount whose token pods get only where they say so. */
  | { readonly type: "unmounted-account"; readonly account: AccountName };

/** A Role, or a ClusterRole, which is in no namespace. */
export interface RoleName {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

/** A ServiceAccount. */
export interface AccountName {
  readonly namespace: string;
  readonly name: string;
}
