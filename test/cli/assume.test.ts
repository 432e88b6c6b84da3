import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { SHOP, webEgress } from "./manifests.js";

const ALONE = webEgress("{ to: [{ podSelector: { matchLabels: { app: cart } } }], ports: [{ port: 7070 }] }");
const DNS = ["shop/web", "kube-system/svc/kube-dns", "--port", "53/udp"];

describe("assume in a config", () => {
  it("adds DNS for every command, which says so; the command line counts before", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      "b.yaml": ALONE,
      "anp.yaml": "assume: [dns]\nsources: [a.yaml, b.yaml]\n",
    });
    const explain = (...args: readonly string[]): ReturnType<typeof runAnp> =>
      runAnp(["explain", ...DNS, "--brief", "--expect", "denied", ...args], { cwd });
    expect(await explain()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^ON CONDITION {2}assumed: cluster DNS is kube-dns in kube-system\nDENIED /,
      ),
    });
    expect((await explain("--assume", "none")).code).toBe(2);
    const { stdout } = await runAnp(["lint", "-o", "json"], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ incomplete: false, conditions: [{ assumption: "dns" }] });
    expect(schemaOf("lint")(JSON.parse(stdout))).toEqual([]);
    expect(stdout).toContain('"dns-egress-missing"');
  });

  it("is not needed to find a forgotten DNS rule among policies alone; none ends that", async () => {
    const rules = async (config: string): Promise<string> =>
      (await runAnp(["lint", "-o", "compact"], { cwd: folderWith({ "b.yaml": ALONE, "anp.yaml": config }) }))
        .stdout;
    const found =
      "b.yaml:4:67: warning[dns-port-never-allowed]: pods that `web-egress` selects in namespace `shop` can't resolve names";
    expect(await rules("")).toContain(found);
    expect(await rules("assume: [dns]\n")).toContain(found);
    expect(await rules("assume: none\n")).not.toContain("dns-port-never-allowed");
  });

  it("adds nothing for flows where it says nothing", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const { stdout } = await runAnp(["matrix", "-f", ".", "-o", "json"], { cwd });
    expect(stdout).not.toContain("coredns");
    expect(JSON.parse(stdout)).not.toHaveProperty("conditions");
  });

  it.each([
    [
      "another part of a cluster",
      "assume: [gateway]\n",
      "expected none or a list of dns, openshift-dns, system-namespaces",
    ],
    ["none beside others", "assume: [none, dns]\n", "expected none or a list of"],
    ["one without a list", "assume: dns\n", "expected a list"],
  ])("refuses %s", async (_what, config, message) => {
    const { code, stderr } = await runAnp(["lint"], {
      cwd: folderWith({ "a.yaml": SHOP, "anp.yaml": config }),
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });

  it("is described by the schema of the config", () => {
    const valid = schemaOf("config");
    for (const assume of ["none", [], null, ["dns", "openshift-dns", "system-namespaces"]])
      expect(valid({ assume })).toEqual([]);
    for (const assume of ["dns", ["none"], ["gateway"], true]) expect(valid({ assume })).not.toEqual([]);
  });
});
