import { DRAFT_FIELDS, TEST_FILE_HEAD, type DraftTest } from "../questions/draft/tests.js";
import { encode } from "./encode.js";
import { policyText } from "./describe.js";
import { VERSION } from "../version.js";
import type { TestDraft } from "../questions/draft/draft.js";

/** What a draft says of a cluster that its sources don't: a part of what a test file may say. */
export type DraftFacts = Readonly<Record<string, string | readonly string[]>>;

/**
 * A draft as a test file, in YAML, for a person to review.
 * @param sources paths as the file has them
 */
export function draftFile(
  { tests, unnoticed, isCut }: TestDraft,
  sources: readonly string[],
  facts: DraftFacts = {},
): string {
  const lines = [
    `# What holds today, as anp ${VERSION} found it: anp test --init wrote this. Read each line before you keep it:`,
    "# a test that nobody meant keeps a mistake alive.",
    ...Object.entries(TEST_FILE_HEAD).map(([key, value]) => `${key}: ${value}`),
    ...(sources.length === 0 ? [] : [`sources: [${sources.map(scalar).join(", ")}]`]),
    ...(Object.keys(facts).length === 0 ? [] : ["cluster:"]),
    ...Object.entries(facts).map(([key, value]) => `  ${key}: ${valueText(value)}`),
    "tests:",
    ...tests.flatMap((test) => testLines(test)),
    ...unnoticed.map(
      ({ ref }) => `# No test misses ${policyText(ref)}: without it, no flow that is certain today changes.`,
    ),
    ...(isCut ? ["# Not whole: a limit was reached before every policy had a test."] : []),
  ];
  return `${lines.join("\n")}\n`;
}

function testLines(test: DraftTest): string[] {
  return DRAFT_FIELDS.flatMap((field) => {
    const value = test[field];
    if (value === undefined) return [];
    const line = `${field === "name" ? "  - " : "    "}${field}: ${valueText(value)}`;
    if (typeof value === "string" || line.length <= WIDEST) return [line];
    return [`    ${field}:`, ...value.map((each) => `      - ${scalar(each)}`)];
  });
}

/** A list of longer lines has a line for each of its items. */
const WIDEST = 100;

function valueText(value: string | readonly string[]): string {
  return typeof value === "string" ? scalar(value) : `[${value.map(scalar).join(", ")}]`;
}

/** A text as a scalar of YAML: in quotes where a reader might take it for something else. */
function scalar(text: string): string {
  return /^(?:\.{1,2}\/)*[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !WORDS.test(text)
    ? text
    : JSON.stringify(encode(text));
}

/** What YAML 1.1 reads as something other than text. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
