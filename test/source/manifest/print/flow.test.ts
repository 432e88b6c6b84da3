import { describe, expect, it } from "vitest";
import {
  flowStyleText,
  jsonLines,
  PLAIN_FLOW,
  type FlowStyle,
} from "../../../../src/source/manifest/print/flow.js";
import { load } from "js-yaml";
import type { Value } from "../../../../src/source/manifest/value.js";

describe("a value as YAML on one line", () => {
  it.each<readonly [Value, string]>([
    [{ key: "tenant", operator: "Exists" }, "{key: tenant, operator: Exists}"],
    [[{ portNumber: { protocol: "TCP", port: 80 } }], "[{portNumber: {protocol: TCP, port: 80}}]"],
    [
      ["yes", "NO", "null", "1.10", "", "a: b", "kube-system"],
      '["yes", "NO", "null", "1.10", "", "a: b", kube-system]',
    ],
    [{ "kubernetes.io/metadata.name": null, on: false }, '{kubernetes.io/metadata.name: null, "on": false}'],
    [{ namespaceSelector: {}, peers: [] }, "{namespaceSelector: {}, peers: []}"],
    [["a,b", "x]", "{{ .Values.cidr }}", "a?b"], '["a,b", "x]", "{{ .Values.cidr }}", "a?b"]'],
  ])("%j", (value, text) => {
    expect(flowStyleText(value, PLAIN_FLOW)).toBe(text);
    expect(load(text)).toEqual(value);
  });

  it("has what begins with a colon in quotes: Kubernetes does not read `[::/0]`", () => {
    expect(flowStyleText(["::/0", "fd00::/8"], PLAIN_FLOW)).toBe('["::/0", fd00::/8]');
  });

  it.each<readonly [string, Partial<FlowStyle>, string]>([
    ["blanks in braces", { isPadded: { mapping: true, list: false } }, "{ a: [1, { b: [] }] }"],
    ["blanks in brackets", { isPadded: { mapping: false, list: true } }, "{a: [ 1, {b: []} ]}"],
    ["quotes as in JSON", { isJson: true }, '{"a": [1, {"b": []}]}'],
    ["no blanks at all", { isJson: true, isMinified: true }, '{"a":[1,{"b":[]}]}'],
  ])("has %s", (_, style, text) => {
    expect(flowStyleText({ a: [1, { b: [] }] }, { ...PLAIN_FLOW, ...style })).toBe(text);
  });

  it("indents lines of JSON by what the file is indented by", () => {
    expect(jsonLines({ a: [7] }, "\t")).toEqual(["{", '\t"a": [', "\t\t7", "\t]", "}"]);
  });
});
