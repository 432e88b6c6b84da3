import { byteLength } from "../../../base/text/byte-length.js";
import { notMatching, tooLong, type ServerVersion } from "./words.js";
import type { NameFault } from "../../problems/violation.js";

/** What is wrong with a name: our word for it, and the server's sentence. */
export interface NameError {
  readonly fault: NameFault;
  readonly words: string;
}

const NO_ERRORS: readonly NameError[] = [];

const LABEL_REGEX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN_REGEX = `${LABEL_REGEX}(\\.${LABEL_REGEX})*`;
const SUBDOMAIN_WORDS = notMatching(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  SUBDOMAIN_REGEX,
  "example.com",
);
const DNS_LABEL_WORDS = notMatching(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  LABEL_REGEX,
  "my-name",
  "123-abc",
);

/** A DNS-1123 subdomain: labels of lower-case letters, digits and inner hyphens, joined by dots (V-NP-23). */
export function subdomainErrors(
  text: string,
  unit: "bytes" | "characters" = "characters",
): readonly NameError[] {
  const errors: NameError[] = [];
  if (byteLength(text) > 253) errors.push({ fault: "too-long", words: tooLong(253, unit) });
  if (!isSubdomain(text)) errors.push({ fault: "characters", words: SUBDOMAIN_WORDS });
  return errors;
}

/** A DNS-1123 label, as namespaces are named. */
export function dnsLabelErrors(text: string): readonly NameError[] {
  const errors: NameError[] = [];
  if (byteLength(text) > 63) errors.push({ fault: "too-long", words: tooLong(63, "characters") });
  if (isDnsLabel(text)) return errors;
  if (isSubdomain(text)) errors.push({ fault: "dots", words: "must not contain dots" });
  else errors.push({ fault: "characters", words: DNS_LABEL_WORDS });
  return errors;
}

function isSubdomain(text: string): boolean {
  return text.split(".").every(isDnsLabel);
}

// Two plain tests, for one expression with a nested repetition would try a long text in many ways.
function isDnsLabel(text: string): boolean {
  return /^[-a-z0-9]+$/.test(text) && !text.startsWith("-") && !text.endsWith("-");
}

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const NAME_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const KEY_WORDS = notMatching(NAME_RULE, NAME_REGEX, "MyName", "my.name", "123-abc");
const VALUE_WORDS = notMatching(
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  `(${NAME_REGEX})?`,
  "MyValue",
  "my_value",
  "12345",
);

/** A label's key: an optional DNS prefix, a slash, a name (V-LS-1…4). Annotations and finalizers are held to it too. */
export function labelKeyErrors(key: string, { countsBytes }: ServerVersion): readonly NameError[] {
  if (isLabelName(key) && key.length <= 63) return NO_ERRORS;
  const unit = countsBytes ? "bytes" : "characters";
  const parts = key.split("/");
  if (parts.length > 2) {
    const words = `a valid label key ${KEY_WORDS} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
    return [{ fault: "slashes", words }];
  }
  const name = parts.at(-1) ?? "";
  const errors: NameError[] = [];
  if (parts.length === 2) errors.push(...prefixErrors(parts[0] ?? "", unit));
  if (name === "") errors.push({ fault: "empty", words: "name part must be non-empty" });
  else if (byteLength(name) > 63) errors.push({ fault: "too-long", words: `name part ${tooLong(63, unit)}` });
  if (!isLabelName(name)) errors.push({ fault: "characters", words: `name part ${KEY_WORDS}` });
  return errors;
}

function prefixErrors(prefix: string, unit: "bytes" | "characters"): readonly NameError[] {
  if (prefix === "") return [{ fault: "prefix-empty", words: "prefix part must be non-empty" }];
  return subdomainErrors(prefix, unit).map(({ words }) => ({
    fault: "prefix",
    words: `prefix part ${words}`,
  }));
}

/** A label's value (V-LS-5). */
export function labelValueErrors(value: string, { countsBytes }: ServerVersion): readonly NameError[] {
  if (isLabelValue(value)) return NO_ERRORS;
  const errors: NameError[] = [];
  if (byteLength(value) > 63)
    errors.push({ fault: "too-long", words: tooLong(63, countsBytes ? "bytes" : "characters") });
  if (!isLabelName(value)) errors.push({ fault: "characters", words: VALUE_WORDS });
  return errors;
}

/** True for a value that a label may have, in every release. */
export function isLabelValue(value: string): boolean {
  return value === "" || (isLabelName(value) && value.length <= 63);
}

/** False for what no release takes as a label's key: told by its characters, without the lengths of its parts. */
export function isLabelKey(key: string): boolean {
  return /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/.test(key);
}

function isLabelName(text: string): boolean {
  return /^[-A-Za-z0-9_.]+$/.test(text) && !/^[-_.]|[-_.]$/.test(text);
}

/** A port's name, of which every fault is reported (V-NP-4…8). */
export function portNameErrors(name: string): readonly NameError[] {
  const errors: NameError[] = [];
  if (byteLength(name) > 15) errors.push({ fault: "too-long", words: tooLong(15, "characters") });
  if (!/^[-a-z0-9]+$/.test(name)) {
    errors.push({
      fault: "characters",
      words: "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
    });
  }
  if (!/[a-z]/.test(name))
    errors.push({ fault: "no-letter", words: "must contain at least one letter (a-z)" });
  if (name.includes("--")) errors.push({ fault: "hyphens", words: "must not contain consecutive hyphens" });
  if (name.startsWith("-") || name.endsWith("-")) {
    errors.push({ fault: "hyphens", words: "must not begin or end with a hyphen" });
  }
  return errors;
}
