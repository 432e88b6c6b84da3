/** A test of a draft: its fields, as a test file has them. */
export interface DraftTest {
  readonly name: string;
  readonly from?: string;
  readonly to?: string;
  readonly port?: string;
  readonly only?: readonly string[];
  readonly allowed?: readonly string[];
  readonly denied?: readonly string[];
  readonly expect?: "allowed" | "denied";
  readonly by?: string;
}

/** The fields of a draft's test in the order in which they are written. */
export const DRAFT_FIELDS = [
  "name",
  "from",
  "to",
  "port",
  "only",
  "allowed",
  "denied",
  "expect",
  "by",
] as const;

/** What a test file is, for a text that is only tried. */
export const TEST_FILE_HEAD = { apiVersion: "anp.dev/v1alpha1", kind: "PolicyTest" } as const;
