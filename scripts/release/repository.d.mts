interface Manifest {
  readonly repository: { readonly url: string };
}

export const PLACEHOLDER: string;
export function repositoryUrl(manifest: Manifest): string;
export function isOwnerSet(manifest: Manifest): boolean;
