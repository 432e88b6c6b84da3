import { describe, expect, it } from "vitest";
import { admitText, underlined } from "../../support/api-object.js";

function told(spec: string, metadata = "{ name: web, namespace: shop }"): string[] {
  const text = `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: ${metadata}\nspec: ${spec}\n`;
  return admitText(text).problems.map(({ code, facts, at, fix = [] }) => {
    const { part, written, actual } = facts as Readonly<Record<string, unknown>>;
    const values = fix.map((edit) => (edit.type === "set" ? JSON.stringify(edit.value) : edit.type));
    return `${code} ${underlined(at)}: ${String(part)} ${String(written)} ${String(actual)} ${values.join()}`;
  });
}

describe("a label that is no text is told with the text that was meant", () => {
  it.each<readonly [what: string, spec: string, told: string]>([
    [
      "a value",
      "{ podSelector: { matchLabels: { app: 5 } } }",
      'label-not-string 5: label value 5 number "5"',
    ],
    [
      "a word that means true",
      "{ podSelector: { matchLabels: { app: yes } } }",
      'label-not-string yes: label value yes boolean "yes"',
    ],
    [
      "one of the values of an expression",
      "{ podSelector: { matchExpressions: [{ key: a, operator: In, values: [b, 5] }] } }",
      'label-not-string 5: selector value 5 number "5"',
    ],
    [
      "of a peer's",
      "{ podSelector: {}, ingress: [{ from: [{ podSelector: { matchExpressions: [{ key: a, operator: In, values: [6] }] } }] }] }",
      'label-not-string 6: selector value 6 number "6"',
    ],
    [
      "a key",
      "{ podSelector: { matchExpressions: [{ key: 7, operator: Exists }] } }",
      'label-not-string 7: selector key 7 number "7"',
    ],
    [
      "an operator",
      "{ podSelector: { matchExpressions: [{ key: a, operator: on }] } }",
      'label-not-string on: selector operator on boolean "on"',
    ],
  ])("%s", (_, spec, expected) => expect(told(spec)).toEqual([expected]));

  it("also where the policy itself has it", () => {
    expect(told("{ podSelector: {} }", "{ name: web, namespace: shop, labels: { tier: 8 } }")).toEqual([
      'label-not-string 8: label value 8 number "8"',
    ]);
  });

  it("but a text of another field is another mistake", () => {
    expect(told("{ podSelector: {}, ingress: [{ ports: [{ protocol: 5 }] }] }")[0]).toContain("schema 5: ");
  });
});
