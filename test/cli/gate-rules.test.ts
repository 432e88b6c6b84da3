import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { change, commitAll, ENV, git, repositoryWith } from "../input/git-repository.js";
import { REVERSED_PORTS, SHOP } from "./manifests.js";
import { rmSync } from "node:fs";
import { runAnp } from "../support/run-anp.js";

type Files = Readonly<Record<string, string | undefined>>;

/** What has happened since, and the options that are given then. */
type Case = readonly [what: string, since: Files, args?: readonly string[]];

const FOUND = "invalid-port-range";

/** The files of a row and what became of them; one without a text is gone. */
function write(cwd: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) rmSync(`${cwd}/${name}`);
    else change(cwd, { [name]: text });
  }
}

/** How often a rule is reported. */
async function count(cwd: string, rule: string, args: readonly string[]): Promise<number> {
  const { stdout, stderr } = await runAnp(["lint", ...args, "-o", "json"], { cwd, env: ENV });
  if (stdout === "") throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { findings: readonly { rule: string }[] };
  return findings.filter((each) => each.rule === rule).length;
}

const tables: {
  rule: string;
  fires: readonly Case[];
  silent: readonly Case[];
  run: (row: Case) => Promise<number>;
}[] = [];

const OTHER = REVERSED_PORTS.replace("cart-from-web", "other");
const KNOWN = ["--baseline", "known.json"];

tables.push({
  rule: "stale-baseline-entry",
  fires: [
    ["the finding is fixed", { "a.yaml": REVERSED_PORTS.replace("endPort: 80", "endPort: 99") }],
    ["the object is gone", { "a.yaml": undefined }],
    ["the object has another name", { "a.yaml": REVERSED_PORTS.replace("cart-from-web", "renamed") }],
    ["another object is fixed", { "b.yaml": OTHER.replace("endPort: 80", "endPort: 99") }],
    ["the finding is another one", { "a.yaml": REVERSED_PORTS.replace("endPort: 80", "endPort: 70") }],
  ],
  silent: [
    ["nothing has changed", {}],
    ["lines have moved", { "a.yaml": `# moved\n\n${REVERSED_PORTS}` }],
    ["a file has another name", { "a.yaml": undefined, "c.yaml": REVERSED_PORTS }],
    ["the rule does not run", { "a.yaml": SHOP }, ["--rule", `${FOUND}=off`]],
    ["another finding has come", { "c.yaml": OTHER.replace("name: other", "name: third") }],
  ],
  async run([, since, args = []]) {
    const cwd = repositoryWith({ "a.yaml": REVERSED_PORTS, "b.yaml": OTHER });
    await runAnp(["lint", ".", ...KNOWN, "--update-baseline"], { cwd, env: ENV });
    commitAll(cwd);
    write(cwd, since);
    return count(cwd, "stale-baseline-entry", [".", ...KNOWN, ...args]);
  },
});

const BROKEN = "apiVersion: v1\nkind: [\n";

function accepting(text: string, until = "", path = "b.yaml"): string {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `accept:\n  - path: ${path}\n    sha256: ${sha256}\n    reason: looked at it\n${until}`;
}

tables.push({
  rule: "acceptance-without-effect",
  fires: [
    ["the content is another one", { "b.yaml": `${BROKEN}# more\n` }],
    ["the last day is over", { "anp.yaml": accepting(BROKEN, "    until: 2020-02-29\n") }],
    ["all of it is read", { "b.yaml": SHOP, "a.yaml": undefined, "anp.yaml": accepting(SHOP) }],
    ["it is gone", { "b.yaml": undefined }],
    ["the hash is another one", { "anp.yaml": accepting("something else\n") }],
  ],
  silent: [
    ["nothing has changed", {}],
    ["something else is read", { "c.yaml": REVERSED_PORTS }],
    ["its last day is to come", { "anp.yaml": accepting(BROKEN, "    until: 2126-01-31\n") }],
    ["only a part is read", { "b.yaml": undefined }, ["a.yaml"]],
    ["it is written in another way", { "anp.yaml": accepting(BROKEN, "", "./b.yaml") }],
  ],
  async run([, since, args = ["."]]) {
    const cwd = repositoryWith({ "a.yaml": SHOP, "b.yaml": BROKEN, "anp.yaml": accepting(BROKEN) });
    write(cwd, since);
    commitAll(cwd);
    return count(cwd, "acceptance-without-effect", [...args, "--gate-from", "HEAD"]);
  },
});

const SUPPRESSED = REVERSED_PORTS.replace(
  "    ports:",
  `    # anp: ignore[${FOUND}] an old proxy\n    ports:`,
);

tables.push({
  rule: "gate-loosened",
  fires: [
    ["a comment suppresses a finding", { "a.yaml": SUPPRESSED }],
    ["a rule is off", { "anp.yaml": `rules: { ${FOUND}: off }\n` }],
    ["a folder is left out", { "anp.yaml": "exclude: [k8s/]\n" }],
    ["something is accepted unread", { "b.yaml": BROKEN, "anp.yaml": accepting(BROKEN) }],
  ],
  silent: [
    ["the policy changes", { "a.yaml": REVERSED_PORTS.replace("endPort: 80", "endPort: 99") }],
    ["a rule has a higher level", { "anp.yaml": "rules: { unnamed-rule: error }\n" }],
    ["a comment says something else", { "a.yaml": `# ignore this\n${REVERSED_PORTS}` }],
    ["a file is gone", { "a.yaml": undefined }],
  ],
  async run([, since, args = ["."]]) {
    const cwd = repositoryWith({ "a.yaml": REVERSED_PORTS, "k8s/shop.yaml": SHOP });
    git(cwd, ["checkout", "-q", "-b", "change"]);
    write(cwd, since);
    return count(cwd, "gate-loosened", args);
  },
});

describe.each(tables)("$rule", ({ fires, silent, run }) => {
  it.each(fires.map((row) => [row[0], row] as const))("fires: %s", async (_what, row) => {
    expect(await run(row)).toBe(1);
  });

  it.each(silent.map((row) => [row[0], row] as const))("is silent: %s", async (_what, row) => {
    expect(await run(row)).toBe(0);
  });

  it("has three cases and more of both sorts", () => {
    expect(fires.length).toBeGreaterThanOrEqual(3);
    expect(silent.length).toBeGreaterThanOrEqual(3);
  });
});
