/** How much is read before a run says that it is incomplete; each has a flag. Sizes in bytes. */
export interface InputLimits {
  readonly fileSize: number;
  /** For one JSON file that is named itself: `kubectl get … -o json` of a large cluster. */
  readonly namedJsonSize: number;
  readonly files: number;
  readonly totalSize: number;
}

const MEGABYTE = 1_000_000;

/** What is read where no option says otherwise, in bytes and files; a named JSON file may be a whole cluster's dump. */
export const DEFAULT_LIMITS: InputLimits = {
  fileSize: 10 * MEGABYTE,
  namedJsonSize: 400 * MEGABYTE,
  files: 20_000,
  totalSize: 200 * MEGABYTE,
};
