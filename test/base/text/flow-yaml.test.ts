import { describe, expect, it } from "vitest";
import { flowYaml } from "../../../src/base/text/flow-yaml.js";
import { load } from "js-yaml";

describe("a value as YAML on one line", () => {
  it.each([
    [{ key: "tenant", operator: "Exists" }, "{key: tenant, operator: Exists}"],
    [[{ portNumber: { protocol: "TCP", port: 80 } }], "[{portNumber: {protocol: TCP, port: 80}}]"],
    [
      ["yes", "NO", "null", "1.10", "", "a: b", "kube-system"],
      '["yes", "NO", "null", "1.10", "", "a: b", kube-system]',
    ],
    [{ "kubernetes.io/metadata.name": null, on: false }, '{kubernetes.io/metadata.name: null, "on": false}'],
    [{ namespaceSelector: {} }, "{namespaceSelector: {}}"],
  ])("%j", (value, text) => {
    expect(flowYaml(value)).toBe(text);
    expect(load(text)).toEqual(value);
  });
});
