import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { namespace, pod, stream } from "../cli/manifests.js";
import { networkPolicy } from "../support/findings.js";
import { runAnp } from "../support/run-anp.js";

async function lint(files: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<string> {
  return (await runAnp(["lint", ".", ...args], { cwd: folderWith(files) })).stdout;
}

/** The places behind `also`, of each finding that has any, joined. */
function alsoIn(text: string): string[] {
  return [...text.replaceAll(/\n {11,}/g, " ").matchAll(/\n {3}= also: (.*)/g)].map(
    ([, places = ""]) => places,
  );
}

const TYPO = networkPolicy("podSelector: { matchLabels: { app: web } }\ningres: []", "web");
const SHOP = stream(namespace("shop"), pod("shop", "web"), TYPO);

describe("copies of a tree", () => {
  it("have one finding with their places, and all of them count", async () => {
    const text = await lint({ "dev/a.yaml": SHOP, "stage/a.yaml": SHOP, "prod/a.yaml": SHOP });
    expect(text.match(/error\[unknown-field\]/g)).toHaveLength(1);
    expect(alsoIn(text)).toContainEqual(
      expect.stringMatching(/^prod\/a\.yaml:\d+:\d+ and stage\/a\.yaml:\d+:\d+$/),
    );
    // All of them count.
    expect(text).toMatch(/\n4 findings: 3 errors and 1 info {2}/);
  });

  it("are counted beyond the first, and listed with -v", async () => {
    const files = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((each) => [`${each}/x.yaml`, TYPO]));
    expect(alsoIn(await lint(files, "--only", "unknown-field"))).toEqual([
      expect.stringMatching(/^b\/x\.yaml:\d+:\d+, c\/\S+, d\/\S+ and 2 more \(-v lists them\)$/),
    ]);
    expect(alsoIn(await lint(files, "--only", "unknown-field", "-v"))[0]).toMatch(
      /e\/x\.yaml:\d+:\d+ and f\//,
    );
  });

  it("are none where one file says it twice, or names differ", async () => {
    const other = TYPO.replace("name: web,", "name: api,");
    expect(alsoIn(await lint({ "a.yaml": stream(TYPO, other) }))).toEqual([]);
    expect(alsoIn(await lint({ "a.yaml": TYPO, "b.yaml": other }))).toEqual([]);
  });

  it("are of a namespace too, wherever it is written", async () => {
    const base = networkPolicy(
      "podSelector: { matchLabels: { app: web } }\npolicyTypes: [Ingress]\ningress: []",
      "web",
    );
    const text = await lint(
      {
        "all/all.yaml": stream(namespace("shop"), pod("shop", "web"), base),
        "k8s/kustomization.yaml": "namespace: shop\nresources: [np.yaml]\n",
        "k8s/np.yaml": base.replace("namespace: shop", "labels: {}"),
      },
      "--only",
      "no-default-deny",
    );
    expect(text.match(/info\[no-default-deny\]/g)).toHaveLength(1);
    expect(alsoIn(text)).toEqual([expect.stringMatching(/^k8s\//)]);
  });
});
