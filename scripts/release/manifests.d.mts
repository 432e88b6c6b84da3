/** A file that is published, by its address, with its checksum in hexadecimal digits. */
interface Archive {
  readonly url: string;
  readonly sha256: string;
}

interface Release {
  readonly version: string;
  readonly homepage: string;
  readonly description: string;
  readonly license: string;
  readonly archive: Archive;
}

export function krewManifest(release: Pick<Release, "version" | "homepage" | "archive">): string;
export function homebrewFormula(release: Omit<Release, "version">): string;
