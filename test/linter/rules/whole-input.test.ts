import { describe, expect, it } from "vitest";
import { explainFlow, loadSources } from "../../../src/index.js";
import { lintText, placesOf } from "../../support/findings.js";

const join = (...documents: readonly string[]): string => documents.join("---\n");

const object = (apiVersion: string, kind: string, metadata: string, spec = "{}"): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { ${metadata} }\nspec: ${spec}\n`;

const web = (spec = "{ podSelector: {} }"): string =>
  object("networking.k8s.io/v1", "NetworkPolicy", "name: web, namespace: shop", spec);

describe("duplicate-object", () => {
  const countOf = async (...documents: readonly string[]): Promise<number> =>
    (await placesOf("duplicate-object", join(...documents))).length;

  it.each([
    ["the same twice", [web(), web()], 1],
    ["three times", [web(), web(), web()], 1],
    ["with another spec", [web(), web("{ podSelector: {}, policyTypes: [Egress] }")], 1],
    [
      "of an older version of the same kind",
      [
        object(
          "apps/v1",
          "Deployment",
          "name: web, namespace: shop",
          "{ template: { metadata: { labels: { app: web } } } }",
        ),
        object(
          "extensions/v1beta1",
          "Deployment",
          "name: web, namespace: shop",
          "{ template: { metadata: { labels: { app: web } } } }",
        ),
        web(),
      ],
      1,
    ],
    [
      "with the default namespace written and not written",
      [object("v1", "Service", "name: web"), object("v1", "Service", "name: web, namespace: default"), web()],
      1,
    ],
    [
      "names that a template counts up",
      [
        object("v1", "Pod", "name: 'web-{{.Index}}'"),
        object("v1", "Pod", "name: 'web-{{.Index}}', labels: { app: web }"),
        web(),
      ],
      0,
    ],
    [
      "in another namespace",
      [
        object("v1", "Service", "name: web, namespace: shop"),
        object("v1", "Service", "name: web, namespace: db"),
      ],
      0,
    ],
    [
      "of another kind",
      [
        object("v1", "Service", "name: web, namespace: shop"),
        object("v1", "Pod", "name: web, namespace: shop"),
      ],
      0,
    ],
    [
      "of another group",
      [
        object("cilium.io/v2", "NetworkPolicy", "name: web, namespace: shop"),
        object("networking.k8s.io/v1", "NetworkPolicy", "name: web, namespace: shop", "{ podSelector: {} }"),
      ],
      0,
    ],
    [
      "names that the server makes up",
      [object("v1", "Pod", "generateName: web-"), object("v1", "Pod", "generateName: web-")],
      0,
    ],
  ])("%s", async (_, documents, count) => {
    expect(await countOf(...documents)).toBe(count);
  });

  it("names the object and both places", async () => {
    const found = (await lintText(join(web(), web()))).find(({ rule }) => rule === "duplicate-object");
    expect(found?.wording.message).toBe("the input has NetworkPolicy `shop/web` twice, the same each time");
    const places = [found?.problem.at, ...(found?.problem.related ?? []).map(({ at }) => at)];
    expect(places.map((place) => place?.document.index)).toEqual([1, 0]);
  });

  it.each([
    ["copies of a policy that differ", [web(), web("{ podSelector: { matchLabels: { a: b } } }")], ["error"]],
    ["equal copies of a policy", [web(), web()], ["info"]],
    [
      "copies of another object that differ where policies look",
      [object("v1", "Pod", "name: web"), object("v1", "Pod", "name: web, labels: { app: web }"), web()],
      ["error"],
    ],
    [
      "such copies beside no policy",
      [object("v1", "Pod", "name: web"), object("v1", "Pod", "name: web, labels: { app: web }")],
      [],
    ],
    [
      "copies of another object that differ elsewhere",
      [object("v1", "Pod", "name: web"), object("v1", "Pod", "name: web, annotations: { owner: me }")],
      [],
    ],
    [
      "equal copies of another object",
      [object("v1", "Namespace", "name: shop"), object("v1", "Namespace", "name: shop")],
      [],
    ],
  ])("has a level for %s", async (_, documents, levels) => {
    const found = (await lintText(join(...documents))).filter(({ rule }) => rule === "duplicate-object");
    expect(found.map(({ level }) => level)).toEqual(levels);
  });

  it("names every place of many copies, and says whether they differ", async () => {
    const found = (
      await lintText(join(web(), web(), web("{ podSelector: { matchLabels: { a: b } } }"), web()))
    ).filter(({ rule }) => rule === "duplicate-object");
    expect(found.map(({ wording }) => wording.message)).toEqual([
      "the input has NetworkPolicy `shop/web` 4 times, and not the same each time",
    ]);
    const [{ problem, wording }] = found as [(typeof found)[number]];
    const places = [problem.at, ...(problem.related ?? []).map(({ at }) => at)];
    expect(places.map(({ document }) => document.index)).toEqual([1, 0, 2, 3]);
    expect(wording.related).toEqual(["first here", "and here", "and here"]);
  });
});

describe("unevaluated-policy-kinds", () => {
  const cilium = (name: string): string =>
    object("cilium.io/v2", "CiliumNetworkPolicy", `name: ${name}, namespace: shop`);
  const calico = object("projectcalico.org/v3", "GlobalNetworkPolicy", "name: floor");

  it("is one finding for each kind, at the first object", async () => {
    const found = (await lintText(join(web(), cilium("a"), calico, cilium("b")))).filter(
      ({ rule }) => rule === "unevaluated-policy-kinds",
    );
    expect(found.map(({ wording, problem }) => [problem.at.document.index, wording.message])).toEqual([
      [1, "2 objects of kind `CiliumNetworkPolicy` (`cilium.io/v2`) are not evaluated"],
      [2, "one object of kind `GlobalNetworkPolicy` (`projectcalico.org/v3`) is not evaluated"],
    ]);
  });

  it.each([
    ["a kind that is only about policies", object("example.com/v1", "NetworkPolicyReport", "name: floor")],
    ["a kind of the same name as no policy", object("example.com/v1", "Tier", "name: floor")],
    ["another kind of the group", object("cilium.io/v2", "CiliumNode", "name: floor")],
    ["a policy that is evaluated", web()],
  ])("is silent about %s", async (_, text) => {
    expect(await placesOf("unevaluated-policy-kinds", text)).toEqual([]);
  });

  it.each(["GlobalNetworkPolicy", "NetworkPolicy", "FQDNNetworkPolicy"])(
    "is about a %s of a group that nothing is known of",
    async (kind) => {
      const text = object("example.com/v1", kind, "name: floor");
      expect(await placesOf("unevaluated-policy-kinds", text)).toEqual([kind]);
    },
  );

  it("says that nothing is checked where there is no other policy", async () => {
    const [alone] = await lintText(cilium("a"));
    expect(alone?.wording).toMatchObject({
      label: "the input has no other policy",
      notes: ["so nothing is checked here, and verdicts are those of a cluster without policies"],
    });
    const beside = (await lintText(join(web(), cilium("a")))).find(
      ({ rule }) => rule === "unevaluated-policy-kinds",
    );
    expect(beside?.wording).toMatchObject({ label: "may change verdicts" });
    expect(beside?.wording.notes).toBeUndefined();
  });

  it("is a note of an explanation, too", async () => {
    const pod = (name: string): string => object("v1", "Pod", `name: ${name}, namespace: shop`);
    const explain = async (...others: readonly string[]): Promise<readonly unknown[]> => {
      const loaded = await loadSources([{ name: "a.yaml", text: join(pod("a"), pod("b"), ...others) }]);
      return explainFlow(loaded, { from: "shop/a", to: "shop/b", port: "443" }).notes;
    };
    expect(await explain(calico, cilium("a"), cilium("b"))).toEqual([
      {
        code: "foreign-policies",
        kinds: ["CiliumNetworkPolicy (cilium.io/v2)", "GlobalNetworkPolicy (projectcalico.org/v3)"],
      },
    ]);
    expect(await explain(web())).toEqual([]);
  });
});
