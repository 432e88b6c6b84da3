import { admitText, underlined } from "../../support/api-object.js";
import { expect, it } from "vitest";

const POLICY = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: web
  labels: &shared
    010: a
  annotations:
    1.10: not a label
spec:
  podSelector:
    matchLabels:
      y: b
      "n": quoted
      1: stored as it is written
  ingress:
    - from:
        - podSelector:
            matchLabels: *shared
`;

it("label keys that are stored as other ones, once each (S-IN-3)", () => {
  const { problems } = admitText(POLICY);
  const keys = problems.filter(({ code }) => code === "label-key-not-string");
  expect(keys.map(({ facts, at }) => [facts, underlined(at)])).toEqual([
    [{ written: "010", stored: "8" }, "010"],
    [{ written: "y", stored: "true" }, "y"],
  ]);
  expect(keys.every(({ server }) => server === undefined)).toBe(true);
});
