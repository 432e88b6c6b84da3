// Where the project is published: one address, in package.json.

/** What stands where the owner's name belongs until somebody has one. */
export const PLACEHOLDER = "OWNER";

/** The address of the repository's page. */
export function repositoryUrl({ repository }) {
  return repository.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

/** False until the repository has an owner. */
export function isOwnerSet(manifest) {
  return !repositoryUrl(manifest).includes(`/${PLACEHOLDER}/`);
}
