import { describe, expect, it } from "vitest";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { commitAll, ENV, git } from "../input/git-repository.js";
import { cacheHome } from "../../src/cli/cache-folder.js";
import { folderWith } from "../support/folder.js";
import { LINT_REPORTERS } from "../../src/report/lint-reporters.js";
import { REVERSED_PORTS, SHOP, stream } from "./manifests.js";
import { runAnp, type Surroundings } from "../support/run-anp.js";

const FILES = {
  "k8s/a.yaml": stream(SHOP, REVERSED_PORTS.replace("cart-from-web", "reversed")),
  "k8s/kustomization.yaml": "resources: [a.yaml, ../base]\nnamespace: shop\n",
  "base/kustomization.yaml": "resources: [b.yaml]\n",
  "base/b.yaml": REVERSED_PORTS.replace("cart-from-web", "other"),
  "anp.yaml": "rules: { no-default-deny: warning }\n",
  "names.json": '{ "example.com": ["203.0.113.7"] }',
};
const SUPPRESSED = REVERSED_PORTS.replace("cart-from-web", "more").replace(
  "ports: [",
  "# anp: ignore[invalid-port-range] old\n    ports: [",
);
const ARGS = ["lint", "k8s", "--dns", "names.json"];

/** A tree beside a home of its own, with what a run there writes. */
class Place {
  readonly home = folderWith({ "home.txt": "" });
  readonly cwd: string;
  readonly env: Record<string, string> = { HOME: this.home, XDG_CACHE_HOME: `${this.home}/cache` };
  readonly folder = `${this.home}/cache/anp/lint`;

  constructor(files: Readonly<Record<string, string>> = FILES) {
    this.cwd = folderWith(files);
  }

  /** All that a run leaves behind. */
  async run(args: readonly string[], { env = {}, ...more }: Surroundings = {}): Promise<unknown> {
    rmSync(`${this.cwd}/out.txt`, { force: true });
    const run = await runAnp(args, { cwd: this.cwd, env: { ...this.env, ...env }, ...more });
    const names = readdirSync(this.cwd);
    return { ...run, file: names.includes("out.txt") ? readFileSync(`${this.cwd}/out.txt`, "utf8") : "" };
  }

  /** The entries, each with the number of its file: one that is written again has another. */
  entries(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      readdirSync(this.folder).map((name) => [name, statSync(`${this.folder}/${name}`).ino]),
    );
  }

  /** Path of the only entry. */
  get entry(): string {
    const [name, ...more] = readdirSync(this.folder);
    if (name === undefined || more.length > 0) throw new Error("not one entry");
    return `${this.folder}/${name}`;
  }
}

describe("anp lint --cache", () => {
  const formats = Object.keys(LINT_REPORTERS);

  it.each<[string, readonly string[], Surroundings]>([
    ...formats.map((format): [string, string[], Surroundings] => [format, ["-o", format], {}]),
    ...formats.map((format): [string, string[], Surroundings] => [
      `${format} in a file`,
      ["-o", `${format}=out.txt`, "-v"],
      {},
    ]),
    ["two at once", ["-o", "sarif=out.txt", "-o", "text", "--statistics"], {}],
    ["a terminal", ["--color", "always"], { columns: 60 }],
    ["findings that don't fail", ["--fail-on", "never", "--quiet"], {}],
  ])("writes the same bytes with and without it: %s", async (_name, more, surroundings) => {
    const place = new Place();
    const without = await place.run([...ARGS, ...more], surroundings);
    expect(await place.run([...ARGS, "--cache", ...more], surroundings)).toEqual(without);
    const entries = place.entries();
    expect(Object.keys(entries)).toHaveLength(1);
    expect(await place.run([...ARGS, "--cache", ...more], surroundings)).toEqual(without);
    // It was remembered, and not found out again.
    expect(place.entries()).toEqual(entries);
  });

  it("adds the job's summary each time", async () => {
    const place = new Place();
    const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "out.txt" };
    const first = await place.run([...ARGS, "--cache"], { env });
    expect(first).toMatchObject({ file: expect.stringContaining("### anp lint") });
    expect(await place.run([...ARGS, "--cache"], { env })).toEqual(first);
  });

  it.each<[string, (place: Place) => unknown, readonly string[], Surroundings?]>([
    ["a manifest", ({ cwd }) => writeFileSync(`${cwd}/k8s/a.yaml`, SHOP), []],
    ["a line", ({ cwd }) => writeFileSync(`${cwd}/k8s/a.yaml`, `\n${FILES["k8s/a.yaml"]}`), []],
    ["a name", ({ cwd }) => renameSync(`${cwd}/base/b.yaml`, `${cwd}/base/c.yaml`), []],
    ["a new file", ({ cwd }) => writeFileSync(`${cwd}/k8s/c.yaml`, REVERSED_PORTS), []],
    ["a base outside of what is named", ({ cwd }) => writeFileSync(`${cwd}/base/b.yaml`, SHOP), []],
    [
      "the config",
      ({ cwd }) => writeFileSync(`${cwd}/anp.yaml`, "rules: { invalid-port-range: info }\n"),
      [],
    ],
    ["no config", ({ cwd }) => rmSync(`${cwd}/anp.yaml`), []],
    ["names", ({ cwd }) => writeFileSync(`${cwd}/names.json`, '{ "example.com": ["203.0.113.8"] }'), []],
    ["an option", () => undefined, ["--only", "invalid-port-range"]],
    ["the terminal's width", () => undefined, [], { columns: 40 }],
    ["the locale", () => undefined, [], { env: { LANG: "C" } }],
    ["colours", () => undefined, [], { env: { FORCE_COLOR: "1" } }],
  ])("finds out again for another %s", async (_name, change, more, surroundings = {}) => {
    const place = new Place();
    await place.run([...ARGS, "--cache"]);
    change(place);
    const without = await place.run([...ARGS, ...more], surroundings);
    expect(await place.run([...ARGS, "--cache", ...more], surroundings)).toEqual(without);
    expect(await place.run([...ARGS, "--cache", ...more], surroundings)).toEqual(without);
  });

  it("finds out again where git compares with something else", async () => {
    const place = new Place({
      "k8s/a.yaml": REVERSED_PORTS.replace("ports: [", "# anp: ignore[invalid-port-range] old\n    ports: ["),
    });
    const args = ["lint", "k8s", "--only", "invalid-port-range", "--only", "gate-loosened"];
    const env = { ...ENV, ...place.env };
    const both = async (): Promise<unknown> => {
      const without = await place.run(args, { env });
      expect(await place.run([...args, "--cache"], { env })).toEqual(without);
      expect(await place.run([...args, "--cache"], { env })).toEqual(without);
      return without;
    };
    await both();
    git(place.cwd, ["init", "-q", "-b", "main"]);
    commitAll(place.cwd);
    await both();
    git(place.cwd, ["checkout", "-q", "-b", "change"]);
    writeFileSync(`${place.cwd}/k8s/b.yaml`, SUPPRESSED);
    expect(await both()).toMatchObject({ stdout: expect.stringContaining("gate-loosened") });
    commitAll(place.cwd);
    git(place.cwd, ["branch", "-f", "main", "change"]);
    expect(await both()).toMatchObject({ stdout: expect.not.stringContaining("gate-loosened") });
  });

  it("finds a baseline that has changed", async () => {
    const place = new Place();
    const args = [...ARGS, "--baseline", "known.json"];
    await place.run([...args, "--update-baseline", "--cache"]);
    expect(() => readdirSync(place.folder)).toThrow("ENOENT");
    const known = await place.run([...args, "--cache"]);
    writeFileSync(`${place.cwd}/known.json`, '{ "version": 1, "findings": [] }\n');
    const none = await place.run(args);
    expect(await place.run([...args, "--cache"])).toEqual(none);
    expect(none).not.toEqual(known);
  });

  it("remembers nothing of a run that isn't whole, that writes, or that failed", async () => {
    const place = new Place({ ...FILES, "bad/x.yaml": "apiVersion: v1\nkind: [\n" });
    for (const args of [["bad"], ["k8s", "--fix-dry-run"], ["nowhere"], ["k8s", "--max-work", "1"]])
      await place.run(["lint", ...args, "--cache"]);
    expect(readdirSync(place.home).includes("cache") ? readdirSync(place.folder) : []).toEqual([]);
  });
});

describe("a cache that can't be relied on is none", () => {
  /** Runs twice with a cache that something happens to in between. */
  async function afterwards(harm: (place: Place) => void): Promise<void> {
    const place = new Place();
    const without = await place.run(ARGS);
    await place.run([...ARGS, "--cache"]);
    harm(place);
    expect(await place.run([...ARGS, "--cache"])).toEqual(without);
  }

  const rewritten =
    (change: (text: string) => string) =>
    ({ entry }: Place): void =>
      writeFileSync(entry, change(readFileSync(entry, "utf8")));

  it.each<[string, (place: Place) => void]>([
    ["an entry that is cut off", ({ entry }) => truncateSync(entry, 500)],
    ["an empty one", ({ entry }) => truncateSync(entry, 0)],
    ["another text in it", rewritten((text) => text.replace("error", "erros"))],
    ["bytes that are no text", ({ entry }) => writeFileSync(entry, Buffer.from([0xff, 0xfe, 0x00]))],
    ["one that is too large", ({ entry }) => truncateSync(entry, 40_000_000)],
    [
      "a link",
      ({ entry, home }) => {
        renameSync(entry, `${home}/elsewhere`);
        writeFileSync(`${home}/elsewhere`, "forged");
        symlinkSync(`${home}/elsewhere`, entry);
      },
    ],
    [
      "a folder",
      ({ entry }) => {
        rmSync(entry);
        mkdirSync(entry);
      },
    ],
    ["a folder that others write", ({ folder }) => chmodSync(folder, 0o777)],
    [
      "a folder that is a link",
      ({ folder, home }) => {
        renameSync(folder, `${home}/moved`);
        symlinkSync(`${home}/moved`, folder);
      },
    ],
    [
      "a file in the folder's place",
      ({ home }) => {
        rmSync(`${home}/cache`, { recursive: true });
        writeFileSync(`${home}/cache`, "");
      },
    ],
  ])("%s", async (_name, harm) => {
    await afterwards(harm);
  });

  it.skipIf(process.getuid?.() !== 0)("another user's entry or folder", async () => {
    await afterwards(({ entry }) => chownSync(entry, 12_345, 12_345));
    await afterwards(({ folder }) => chownSync(folder, 12_345, 12_345));
  });

  it("what another program wrote there, with a hash that is right", async () => {
    const { createHash } = await import("node:crypto");
    for (const body of [
      "null",
      "{}",
      '{"reads":[],"before":"","outputs":[1],"after":"","ending":{"code":0}}',
      "[",
    ])
      await afterwards(({ entry }) =>
        writeFileSync(entry, `anp-cache 1 ${createHash("sha256").update(body).digest("hex")}\n${body}`),
      );
  });
});

describe("the folder of the cache", () => {
  it("is the user's alone, and never in what is read", async () => {
    const place = new Place();
    await place.run([...ARGS, "--cache"]);
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    const inside = new Place();
    for (const cache of [`${inside.cwd}/k8s`, `${inside.cwd}/k8s/deep`, "relative", ""]) {
      const env = { XDG_CACHE_HOME: cache, HOME: `${inside.cwd}/k8s` };
      await inside.run([...ARGS, "--cache"], { env });
    }
    expect(readdirSync(`${inside.cwd}/k8s`)).toEqual(["a.yaml", "kustomization.yaml"]);
    expect(readdirSync(inside.cwd)).not.toContain("relative");
  });

  it("keeps the entries that were used last, and nothing that a run left behind", async () => {
    const place = new Place({ "a.yaml": SHOP });
    await place.run(["lint", "--cache"]);
    const used = place.entry;
    for (let i = 0; i < 250; i++) {
      const path = `${place.folder}/${i.toString(16).padStart(64, "0")}`;
      writeFileSync(path, "x");
      utimesSync(path, i + 1, i + 1);
    }
    for (const [name, time] of [
      ["old", 1],
      ["new", Date.now() / 1000],
    ] as const) {
      const path = `${place.folder}/.anp-${name === "old" ? "0a" : "0b"}.tmp`;
      writeFileSync(path, "");
      utimesSync(path, time, time);
    }
    utimesSync(used, 1, 1);
    await place.run(["lint", "--cache"]);
    await place.run(["lint", "--cache", "--quiet"]);
    const names = readdirSync(place.folder);
    expect(names).toHaveLength(201);
    expect(names).toContain(used.split("/").at(-1));
    expect(names).toContain(".anp-0b.tmp");
    expect(names).not.toContain("0".repeat(64));
  });

  it.each([
    ["linux", { HOME: "/home/me" }, "/home/me/.cache"],
    ["darwin", { HOME: "/Users/me" }, "/Users/me/Library/Caches"],
    ["win32", { LOCALAPPDATA: "C:\\Users\\me\\AppData\\Local" }, "C:\\Users\\me\\AppData\\Local"],
    ["win32", {}, undefined],
    ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "/var/cache/me" }, "/var/cache/me"],
    ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "cache" }, "/home/me/.cache"],
    ["linux", {}, "/root/.cache"],
    ["linux", { HOME: "" }, undefined],
  ] as const)("on %s with %o is %s", (platform, env, folder) => {
    expect(cacheHome(env, platform, "/root")).toBe(folder);
  });
});
