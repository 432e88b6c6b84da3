import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";
import { schemaOf } from "../support/schemas.js";
import { pod, SHOP } from "./manifests.js";

const isValid = schemaOf("anp-test");

describe("anp test --init", () => {
  it("writes a file that holds, is valid, and names its sources from its own folder", async () => {
    const cwd = folderWith({ "k8s/a.yaml": SHOP, "tests/other.txt": "" });
    expect(await runAnp(["test", "--init", "tests/shop.anp-test.yaml", "-f", "k8s"], { cwd })).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "wrote tests/shop.anp-test.yaml; next: anp test tests/shop.anp-test.yaml\n",
    });
    const text = readFileSync(`${cwd}/tests/shop.anp-test.yaml`, "utf8");
    expect(isValid(parse(text))).toEqual([]);
    expect(text).toContain("sources: [../k8s]\n");
    expect(text).toContain(
      '  - name: who reaches shop/cart on 7070\n    to: shop/cart\n    port: "7070"\n    only: [shop/web]\n',
    );
    expect(await runAnp(["test"], { cwd })).toMatchObject({ code: 0, stdout: "3 tests: 3 passed\n" });
    expect(await runAnp(["test", "--min-score", "80", "--min-coverage", "100"], { cwd })).toMatchObject({
      code: 0,
    });
  });

  it("prints it where no file is named; of a cluster that is stored, without sources", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const { stdout } = await runAnp(["test", "--init", "-f", "a.yaml"], { cwd });
    expect(stdout).toContain("sources: [a.yaml]\n");
    const piped = await runAnp(["test", "--init", "-f", "-"], { cwd, stdin: SHOP });
    expect(piped.stdout).not.toContain("sources");
    expect(piped.stdout).toContain("only: [shop/web]");
  });

  it("writes what was said of the cluster, and how to run it as it was read", async () => {
    const resolver = `${pod("ops", "resolver")}---
apiVersion: v1
kind: Service
metadata: { name: resolver, namespace: ops }
spec: { selector: { app: resolver }, ports: [{ port: 53, protocol: UDP }] }
`;
    const cwd = folderWith({ "a.yaml": `${SHOP}---\n${resolver}` });
    const facts =
      "--pod-cidr 10.244.0.0/16 --pod-cidr fd00:1::/64 --service-cidr 10.96.0.0/12 --node-cidr 192.168.7.0/24 " +
      "--dns-service ops/resolver --cluster-domain corp.internal";
    const args = ["test", "--init", "a.anp-test.yaml", "-f", "a.yaml", ...facts.split(" ")];
    expect(await runAnp([...args, "--plugin", "calico", "--profile", "strict"], { cwd })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("next: anp test a.anp-test.yaml --plugin calico --profile strict\n"),
    });
    const file = parse(readFileSync(`${cwd}/a.anp-test.yaml`, "utf8")) as Record<string, unknown>;
    expect(isValid(file)).toEqual([]);
    expect(file["cluster"]).toEqual({
      podCidrs: ["10.244.0.0/16", "fd00:1::/64"],
      serviceCidrs: ["10.96.0.0/12"],
      nodeCidrs: ["192.168.7.0/24"],
      dnsService: "ops/resolver",
      domain: "corp.internal",
    });
  });

  it.each(["--run=x", "--all", "--coverage", "--min-coverage=1", "--mutate", "--min-score=1", "-ojson"])(
    "refuses %s, which is about tests that are run",
    async (option) => {
      const cwd = folderWith({ "a.yaml": SHOP });
      expect(await runAnp(["test", "--init", option, "-f", "a.yaml"], { cwd })).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringContaining("--init and"),
      });
    },
  );

  it.each([
    ["a file that is there", ["there.anp-test.yaml"], "there.anp-test.yaml is there already"],
    ["a name that no run finds", ["tests.yaml"], "tests.yaml would not be found as a test file"],
    ["two files", ["a.anp-test.yaml", "b.anp-test.yaml"], "--init writes one file"],
  ])("refuses %s", async (_, paths, message) => {
    const cwd = folderWith({ "a.yaml": SHOP, "there.anp-test.yaml": "" });
    expect(await runAnp(["test", "--init", ...paths, "-f", "a.yaml"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });

  it("refuses manifests that a test file must not name, and those without a policy for their pods", async () => {
    const cwd = folderWith({ "here/x.txt": "", "there/a.yaml": SHOP, "pods.yaml": pod("shop", "web") });
    expect(
      await runAnp(["test", "--init", "x.anp-test.yaml", "-f", "../there"], { cwd: `${cwd}/here` }),
    ).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("../there is outside of the work tree"),
    });
    expect(await runAnp(["test", "--init", "-f", "pods.yaml"], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("nothing to test"),
    });
  });

  it("does not go on where a limit ends it", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const { code, stdout } = await runAnp(["test", "--init", "-f", "a.yaml", "--max-work", "50"], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("keeps what it has drafted when a limit is reached, and says what would help", async () => {
    const policies = Array.from(
      { length: 6 },
      (_, i) => `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: from-${i}, namespace: shop }
spec:
  podSelector: { matchLabels: { app: ${i % 2 === 0 ? "web" : "cart"} } }
  ingress: [{ from: [{ ipBlock: { cidr: 10.${i}.0.0/16, except: [10.${i}.7.0/24] } }], ports: [{ port: 7070 }] }]
`,
    );
    const source = [SHOP, ...policies].join("---\n");
    const ends = new Map<number, string>();
    const draftWith = async (work: number): Promise<number> => {
      const cwd = folderWith({ "a.yaml": source });
      const args = ["test", "--init", "a.anp-test.yaml", "-f", "a.yaml", "--max-work", String(work)];
      const { code, stderr } = await runAnp(args, { cwd });
      ends.set(code, stderr);
      if (code === 2) return code;
      const text = readFileSync(`${cwd}/a.anp-test.yaml`, "utf8");
      expect(text.includes("# Not whole: ")).toBe(code === 3);
      expect(await runAnp(["test"], { cwd })).toMatchObject({ code: 0 });
      return code;
    };
    // What is too little for a test and what is enough for all are halved until a limit between them is found.
    let [least, most] = [1000, 1e10];
    expect(await draftWith(least)).toBe(2);
    expect(await draftWith(most)).toBe(0);
    while (!ends.has(3) && least + 1 < most) {
      const work = Math.round(Math.sqrt(least * most));
      if ((await draftWith(work)) === 2) least = work;
      else most = work;
    }
    expect([...ends.keys()]).toEqual([2, 0, 3]);
    const hint = "say with --pod-cidr where pods' addresses are";
    expect(ends.get(2)).toContain(
      `anp: the limits of a run were reached before any test was drafted\n     ${hint}`,
    );
    expect(ends.get(3)).toContain(`anp: the draft isn't whole\n     ${hint}`);
    expect(ends.get(0)).not.toContain(hint);
  });
});
