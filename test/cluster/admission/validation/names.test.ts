import { describe, expect, it } from "vitest";
import {
  dnsLabelErrors,
  labelKeyErrors,
  labelValueErrors,
  portNameErrors,
  subdomainErrors,
  type NameError,
} from "../../../../src/cluster/admission/validation/names.js";
import { serverVersion } from "../../../../src/cluster/admission/validation/words.js";

const NOW = serverVersion([1, 36]);
const faults = (errors: readonly NameError[]): string[] => errors.map(({ fault }) => fault);

describe("object names (V-NP-1, V-NP-23)", () => {
  it.each([
    ["a", []],
    ["a.b-c.0", []],
    ["x".repeat(253), []],
    ["x".repeat(254), ["too-long"]],
    ["Bad_Name", ["characters"]],
    ["-a", ["characters"]],
    ["a-.b", ["characters"]],
    ["a..b", ["characters"]],
    ["", ["characters"]],
    ["é".repeat(127), ["too-long", "characters"]],
  ])("%s", (name, expected) => expect(faults(subdomainErrors(name))).toEqual(expected));
});

describe("namespace names (V-META-4)", () => {
  it.each([
    ["kube-system", []],
    ["x".repeat(64), ["too-long"]],
    ["a.b", ["dots"]],
    ["A", ["characters"]],
  ])("%s", (name, expected) => expect(faults(dnsLabelErrors(name))).toEqual(expected));
});

describe("label keys (V-LS-1…4)", () => {
  it.each([
    ["app", []],
    ["example.com/App_1.x", []],
    [`a/${"x".repeat(63)}`, []],
    ["a b", ["characters"]],
    ["a/b/c", ["slashes"]],
    ["/x", ["prefix-empty"]],
    ["A.b/x", ["prefix"]],
    [`${"p".repeat(254)}/x`, ["prefix"]],
    ["x/", ["empty", "characters"]],
    ["", ["empty", "characters"]],
    ["x".repeat(64), ["too-long"]],
    ["é".repeat(32), ["too-long", "characters"]],
  ])("%s", (key, expected) => expect(faults(labelKeyErrors(key, NOW))).toEqual(expected));
});

describe("label values (V-LS-5)", () => {
  it.each([
    ["", []],
    ["Web_1.x", []],
    ["x".repeat(63), []],
    ["x".repeat(64), ["too-long"]],
    ["bad value", ["characters"]],
    ["-x", ["characters"]],
  ])("%s", (value, expected) => expect(faults(labelValueErrors(value, NOW))).toEqual(expected));
});

describe("port names (V-NP-4…8): every fault is reported", () => {
  it.each([
    ["http", []],
    ["a".repeat(15), []],
    ["averyveryverylongname", ["too-long"]],
    ["a_b", ["characters"]],
    ["80", ["no-letter"]],
    ["a--b", ["hyphens"]],
    ["-a", ["hyphens"]],
    ["", ["characters", "no-letter"]],
    ["HTTP", ["characters", "no-letter"]],
    ["a--", ["hyphens", "hyphens"]],
  ])("%s", (name, expected) => expect(faults(portNameErrors(name))).toEqual(expected));
});

describe("the words of older servers (V-LS-4)", () => {
  it.each([
    [[1, 36], "name part must be no more than 63 bytes"],
    [[1, 34], "name part must be no more than 63 characters"],
  ] as const)("%s", (version, words) => {
    expect(labelKeyErrors("x".repeat(64), serverVersion(version))[0]?.words).toBe(words);
  });
});

it("a text of megabytes costs no more than its length", () => {
  const long = `${"a".repeat(2_000_000)}!`;
  expect(faults(subdomainErrors(long))).toEqual(["too-long", "characters"]);
  expect(faults(labelKeyErrors(long, NOW))).toEqual(["too-long", "characters"]);
});
