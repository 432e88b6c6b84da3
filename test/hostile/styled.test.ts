import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aboutLines } from "../../src/report/convert-words.js";
import { check } from "../properties/run.js";
import { fixed } from "../../src/linter/lint/fix.js";
import { loadToReload } from "../../src/cluster/load/load.js";
import { READ_OPTIONS } from "../support/api-object.js";
import { readDocuments } from "../../src/source/manifest/read.js";
import { runConversion } from "../../src/questions/convert/run.js";
import { styledComments, StyledYaml, styleNumbers } from "../source/edit/styles.js";
import type { Json } from "../../src/source/edit/edit.js";
import type { SourceFile } from "../../src/source/manifest/source.js";

const labelled = (name: string): Json => ({ matchLabels: { app: name } });

/** Subjects of older shapes and with slips, each of which has one fix. */
const SUBJECTS: readonly Json[] = [
  { namespaces: { namespaceSelector: labelled("web") } },
  { namespaces: { matchExpressions: { key: "app", operator: "In", values: ["one", "two"] } } },
  { pods: { namespaces: { namespaceSelector: labelled("who") }, podSelector: labelled("web") } },
  { namespaces: { matchlabels: { app: "web", tier: "front" } } },
];

/** A policy in which something is to be mended. */
function slipped(subject: Json): Json {
  const from = [
    { namespaces: { namespaceSelector: labelled("one") } },
    { pods: { namespaces: { namespaceSelector: labelled("in") }, podSelector: labelled("two") } },
  ];
  const protocols = [{ tcp: { destinationPort: { number: 80 } } }];
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha2",
    kind: "ClusterNetworkPolicy",
    metadata: { name: "slip", labels: { team: "blue" } },
    spec: {
      tier: "Admin",
      priority: 5,
      subject,
      ingress: [{ name: "first", action: "Deny", from, protocols }],
    },
  };
}

/** A policy of an older generation. */
function older(subject: Json): Json {
  const from = [
    { namespaces: labelled("one") },
    { pods: { namespaceSelector: {}, podSelector: labelled("two") } },
  ];
  const ports = [
    { portNumber: { protocol: "TCP", port: 80 } },
    { portRange: { protocol: "UDP", start: 5, end: 9 } },
  ];
  const egress = [{ name: "out", action: "Allow", to: [{ networks: ["10.0.0.0/8", "192.168.0.0/16"] }] }];
  return {
    apiVersion: "policy.networking.k8s.io/v1alpha1",
    kind: "AdminNetworkPolicy",
    metadata: { name: "old", labels: { team: "red" } },
    spec: { priority: 5, subject, ingress: [{ name: "first", action: "Deny", from, ports }], egress },
  };
}

function fileOf(value: Json, numbers: readonly number[]): SourceFile {
  const file = { name: "a.yaml", text: new StyledYaml(numbers).document(value) };
  expect([...readDocuments(file)].map((reading) => reading.value)).toEqual([value]);
  return file;
}

describe("in whatever style a manifest is written", () => {
  it("fixes keep every comment, and the bytes of what is not the mistake", () =>
    check({
      name: "fixes of styled manifests",
      arbitrary: fc.tuple(styleNumbers, fc.constantFrom(...SUBJECTS)),
      runs: 600,
      holds: async ([numbers, subject]) => {
        const file = fileOf(slipped(subject), numbers);
        const input = await loadToReload([{ type: "file", file, isNamed: true }], READ_OPTIONS);
        const text = (await fixed(input, {}, () => true)).files.get(file)?.text ?? file.text;
        expect(text).not.toBe(file.text);
        expect(styledComments(text)).toEqual(styledComments(file.text));
        expect(missing(quotedIn(file.text), quotedIn(text)).filter((each) => !SLIPS.test(each))).toEqual([]);
      },
    }));

  it("conversions come to an end, and keep every comment", () =>
    check({
      name: "conversions of styled manifests",
      arbitrary: fc.tuple(
        styleNumbers,
        fc.constantFrom<Json>(
          { namespaces: labelled("web") },
          { pods: { namespaceSelector: labelled("web"), podSelector: {} } },
        ),
      ),
      runs: 600,
      holds: async ([numbers, subject]) => {
        const file = fileOf(older(subject), numbers);
        const input = await loadToReload([{ type: "file", file, isNamed: true }], {
          ...READ_OPTIONS,
          purpose: "flows",
          keepsObjects: true,
          readsEveryRelease: true,
        });
        const scope = new Set([file]);
        const { files, left } = await runConversion(input, {
          scope,
          target: undefined,
          commentOn: aboutLines,
        });
        expect(left).toEqual([]);
        expect(styledComments(files.get(file)?.text ?? "")).toEqual(styledComments(file.text));
      },
    }));
});

/** Keys that a fix takes away or writes anew. */
const SLIPS = /^["'](?:namespaces|namespaceSelector|matchlabels)["']$/;

/** The quoted texts outside of comments. */
function quotedIn(text: string): readonly string[] {
  return text.replaceAll(/#.*$/gm, "").match(/"[^"\n]*"|'[^'\n]*'/g) ?? [];
}

function missing(before: readonly string[], after: readonly string[]): string[] {
  const left = [...after];
  return before.filter((each) => {
    const found = left.indexOf(each);
    if (found !== -1) left.splice(found, 1);
    return found === -1;
  });
}
