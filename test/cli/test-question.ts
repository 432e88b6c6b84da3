import { folderWith } from "../support/folder.js";

/** What the JSON of a run of tests says, as far as it is looked at. */
export interface TestedFileJson {
  readonly tests: readonly {
    readonly name: string;
    readonly status: string;
    readonly expectations: readonly {
      readonly status: string;
      readonly expected: string;
      readonly error?: string;
      readonly count?: number;
      readonly flows?: readonly { readonly verdict: string; readonly explain: string | null }[];
    }[];
  }[];
}

/** A test that expects a flow to be allowed, as the argument of `anp test`: a file elsewhere, so that it is no input. */
export function testQuestion(from: string, to: string, port: string | undefined): string {
  const on = port === undefined ? "" : `, port: "${port}"`;
  const text = `apiVersion: anp.dev/v1alpha1
kind: PolicyTest
tests: [{ name: asked, from: "${from}", to: "${to}"${on}, expect: allowed }]
`;
  return `${folderWith({ "asked.anp-test.yaml": text })}/asked.anp-test.yaml`;
}

/** What flows come to, each verdict once. */
export function verdictsOfTests(files: readonly TestedFileJson[]): string {
  const expectations = files.flatMap(({ tests }) => tests.flatMap((each) => each.expectations));
  const verdicts = expectations.flatMap((each) =>
    each.status === "met" ? [each.expected] : (each.flows ?? []).map(({ verdict }) => verdict),
  );
  return [...new Set(verdicts)].join(" ");
}
