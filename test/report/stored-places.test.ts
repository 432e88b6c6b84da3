import { describe, expect, it } from "vitest";
import { CART_FROM_WEB, namespace, pod, SHOP, stream } from "../cli/manifests.js";
import { elementsOf, readXml } from "../support/xml.js";
import { folderWith } from "../support/folder.js";
import { listJson } from "../support/stored.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";

/** Objects that a server has stored have no files: every report names them, and the path of what matters in them. */

const TENANTS = `apiVersion: policy.networking.k8s.io/v1alpha2
kind: ClusterNetworkPolicy
metadata: { name: tenants }
spec:
  tier: Admin
  priority: 7
  subject: { namespaces: {} }
  ingress: [{ name: lab, action: Deny, from: [{ namespaces: { matchLabels: { "example.com/team": lab } } }] }]
`;
const STORED = stream(SHOP, TENANTS, namespace("lab", '{ "example.com/team": other }'), pod("lab", "rat"));
const WEB = "shop/networkpolicy/cart-from-web";

/** Runs a command in a folder with a snapshot, and files beside it. */
async function run(words: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = folderWith({ "prod.json": listJson(STORED), ...files });
  return (await runAnp([...words.slice(0, 1), "--snapshot", "prod.json", ...words.slice(1)], { cwd })).stdout;
}

/** Every place that a JSON report shows. */
function placesIn(json: unknown): object[] {
  if (typeof json !== "object" || json === null) return [];
  const own = "stored" in json || "file" in json ? [json] : [];
  return [...own, ...Object.values(json).flatMap(placesIn)];
}

describe("lint", () => {
  const ONE = ["lint", "--only", "namespace-selector-matches-none"];
  const PATH = '.spec.ingress[0].from[0].namespaces.matchLabels["example.com/team"]';

  const POINTER = "/spec/ingress/0/from/0/namespaces/matchLabels/example.com~1team";

  it("frames the code of a text that shows the object", async () => {
    const [head, place, ...lines] = (await run(ONE)).split("\n");
    expect(head).toBe("warning[namespace-selector-matches-none]: the selector matches no namespace");
    expect(place).toBe(`   ╭─▸ clusternetworkpolicy/tenants ${PATH}`);
    expect(lines[0]).toMatch(/^\d+ │ +matchLabels:$/);
    expect(lines[1]).toMatch(/^\d+ │ +example\.com\/team: lab$/);
    expect(lines[2]).toMatch(/^ +│ +\^\^\^ /);
  });

  it("names it on one line", async () => {
    expect(await run([...ONE, "-o", "compact"])).toMatch(
      /^clusternetworkpolicy\/tenants \.spec\.ingress\[0\]\.from\[0\]\S+: warning\[namespace-selector-matches-none\]: /,
    );
  });

  it("is no file for GitLab, JUnit and Markdown", async () => {
    const [issue] = JSON.parse(await run([...ONE, "-o", "gitlab"]));
    expect(issue.location).toEqual({ path: "clusternetworkpolicy/tenants", lines: { begin: 1 } });
    expect(issue.description).toContain(`clusternetworkpolicy/tenants ${PATH}: the selector matches`);
    const junit = readXml(await run([...ONE, "-o", "junit"]));
    const [, test] = elementsOf(junit, "testcase");
    expect(test?.attributes).toEqual({
      classname: "anp.namespace-selector-matches-none",
      name: `clusternetworkpolicy/tenants: ClusterNetworkPolicy tenants ${POINTER}`,
      time: "0",
    });
    const markdown = await run([...ONE, "-o", "md"]);
    expect(markdown).toContain(`\n#### \`clusternetworkpolicy/tenants\`\n`);
    expect(markdown).toContain(`\n| warning | \`${POINTER}\` | \`namespace-selector-matches-none\` | `);
  });

  it("annotates the run, not a file", async () => {
    const text = await run([...ONE, "-o", "github"]);
    expect(text).toMatch(
      /^::warning title=anp namespace-selector-matches-none::clusternetworkpolicy\/tenants /,
    );
    expect(text).not.toContain("line=");
  });

  it("has no file, document and range in JSON", async () => {
    const json = JSON.parse(await run(["lint", "--rule", "no-default-deny=info", "-o", "json"])) as {
      findings: readonly object[];
    };
    expect(schemaOf("lint")(json)).toEqual([]);
    const places = placesIn(json.findings);
    expect(places.length).toBeGreaterThan(2);
    for (const place of places) {
      expect(place).toHaveProperty("stored");
      for (const member of ["file", "document", "range"]) expect(place).not.toHaveProperty(member);
    }
    expect(places).toContainEqual(
      expect.objectContaining({
        stored: "clusternetworkpolicy/tenants",
        path: "/spec/ingress/0/from/0/namespaces/matchLabels/example.com~1team",
      }),
    );
  });

  it("has logical locations in SARIF", async () => {
    const sarif = JSON.parse(await run([...ONE, "-o", "sarif"])) as {
      readonly runs: readonly { readonly results: readonly { readonly locations: unknown }[] }[];
    };
    expect(sarif.runs[0]?.results.map(({ locations }) => locations)).toEqual([
      [
        {
          logicalLocations: [
            {
              fullyQualifiedName:
                "clusternetworkpolicy/tenants/spec/ingress/0/from/0/namespaces/matchLabels/example.com~1team",
              kind: "object",
            },
          ],
        },
      ],
    ]);
  });

  it("names a file beside it where an overlay holds the object", async () => {
    const json = JSON.parse(await run([...ONE, "-f", "new.yaml", "-o", "json"], { "new.yaml": TENANTS })) as {
      findings: readonly object[];
    };
    expect(schemaOf("lint")(json)).toEqual([]);
    expect(json.findings).toMatchObject([{ file: "new.yaml", document: 0, range: { start: { line: 8 } } }]);
  });
});

describe("explain", () => {
  const ASK = ["explain", "shop/web", "shop/cart", "--port", "7070"];
  const DECIDER = `${WEB} .spec.ingress[0].ports[0].port`;

  it("shows them behind each step", async () => {
    const text = await run(ASK);
    expect(text).toMatch(
      /◀ decides\s+shop\/networkpolicy\/cart-from-web \.spec\.ingress\[0\]\.ports\[0\]\.port\n/,
    );
    expect(text).not.toMatch(/prod\.json|:\d+:\d+/);
  });

  it("shows them in one line", async () => {
    expect(await run([...ASK, "--brief"])).toMatch(
      /^ALLOWED .* ingress=NetworkPolicy shop\/cart-from-web\[1\]@/,
    );
    expect(await run([...ASK, "--brief"])).toContain(`@${DECIDER}\n`);
  });

  it("shows them in a comment", async () => {
    expect(await run([...ASK, "-o", "md"])).toContain(DECIDER);
  });

  it("has them in JSON", async () => {
    const json: unknown = JSON.parse(await run([...ASK, "-o", "json"]));
    expect(schemaOf("explain")(json)).toEqual([]);
    expect(placesIn(json)).toContainEqual({ stored: WEB, path: "/spec/ingress/0/ports/0/port" });
  });

  it("shows them where one endpoint is asked about", async () => {
    expect(await run(["explain", "shop/cart"])).toContain(`${WEB} .spec.policyTypes[0]\n`);
    const json: unknown = JSON.parse(await run(["explain", "shop/cart", "-o", "json"]));
    expect(schemaOf("explain-endpoint")(json)).toEqual([]);
    expect(placesIn(json)).toContainEqual({ stored: WEB, path: "/spec/ingress/0" });
  });

  it("names the first objects of an input that is not whole", async () => {
    const wrong = CART_FROM_WEB.replace("port: 7070", "port: 90, endPort: 80");
    const text = await run([...ASK, "-f", "new.yaml"], { "new.yaml": wrong });
    expect(text).toMatch(/^INCOMPLETE .*: new\.yaml:\d+:\d+ \(invalid-port-range\)\n/);
  });
});

describe("matrix and diff", () => {
  it("have them in the JSON of matrix --explain", async () => {
    const json: unknown = JSON.parse(await run(["matrix", "--explain", "--to", "shop/cart", "-o", "json"]));
    expect(schemaOf("matrix")(json)).toEqual([]);
    expect(placesIn(json)).toContainEqual({ stored: WEB, path: "/spec/ingress/0" });
  });

  const CHANGE = ["diff", "-f", "new.yaml"];
  const FILES = { "new.yaml": CART_FROM_WEB.replace("7070", "7071") };

  it("show what decided before in the object, and what decides after in the file", async () => {
    const text = await run(CHANGE, FILES);
    const [opened = "", closed = ""] = text.split("\n\n").filter((part) => /^[A-Z]+ /.test(part));
    expect(opened).toMatch(
      /before +denied .*rule matches\s+shop\/networkpolicy\/cart-from-web \.spec\.policyTypes\[0\]\n/,
    );
    expect(opened).toMatch(/after +allowed .* new\.yaml:\d+:\d+\n/);
    expect(closed).toMatch(/before +allowed .*\s+shop\/networkpolicy\/cart-from-web \.spec\.ingress\[0\]\n/);
    expect(closed).toMatch(/after +denied .*\s+new\.yaml:\d+:\d+\n/);
  });

  it("show both in a comment, and in annotations", async () => {
    const markdown = await run([...CHANGE, "-o", "md"], FILES);
    expect(markdown).toMatch(/^\*\*anp diff: [^*]*\*\* \(`prod\.json` → `prod\.json with new\.yaml`\)\n/);
    expect(markdown).toContain("`shop/networkpolicy/cart-from-web .spec.ingress[0]`");
    expect(markdown).toMatch(/`new\.yaml:\d+:\d+`/);
    expect(await run([...CHANGE, "-o", "github"], FILES)).toMatch(/^::error file=new\.yaml,line=\d+,/);
    // What decides now is no part of any file.
    const back = await run(["diff", "--delete", "networkpolicy/shop/cart-from-web", "-o", "github"]);
    expect(back).toMatch(/^::error title=anp diff%3A opened::/);
    expect(back).not.toContain("file=");
  });

  it("have both in JSON", async () => {
    const json: unknown = JSON.parse(await run([...CHANGE, "-o", "json"], FILES));
    expect(schemaOf("diff")(json)).toEqual([]);
    const places = placesIn(json);
    expect(places).toContainEqual({ stored: WEB, path: "/spec/ingress/0" });
    expect(places).toContainEqual(expect.objectContaining({ file: "new.yaml" }));
  });
});
