import { describe, expect, it } from "vitest";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { folderWith } from "../../support/folder.js";
import { runLimited, type ProgramOutput } from "../../../src/input/render/run-limited.js";

const LIMITS = { milliseconds: 20_000, memory: 4_000_000_000, output: 1_000_000 };

/** Runs a shell script as a program. */
function run(
  script: string,
  limits: Partial<typeof LIMITS> = {},
  cwd = folderWith({}),
): Promise<ProgramOutput> {
  const program = `${cwd}/program`;
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  const env = { PATH: "/nowhere", ONLY: "this" };
  return runLimited({ program, args: ["one", "two words"], cwd, env, limits: { ...LIMITS, ...limits } });
}

const printed = ({ bytes }: ProgramOutput): string => Buffer.from(bytes ?? []).toString();

describe.skipIf(process.platform === "win32")("a program", () => {
  it("gets its arguments and nothing of the environment that it is not given", async () => {
    process.env["ANP_TEST_SECRET"] = "secret";
    try {
      const text = printed(await run('echo "$#" "$2"; /usr/bin/env'));
      expect(text).toMatch(/^2 two words\n/);
      expect(
        text
          .split("\n")
          .filter((line) => /^(?:ONLY|PATH)=/.test(line))
          .toSorted(),
      ).toEqual(["ONLY=this", "PATH=/nowhere"]);
      expect(text).not.toContain("secret");
    } finally {
      delete process.env["ANP_TEST_SECRET"];
    }
  });

  it("has no standard input to wait for", async () => {
    expect(printed(await run("read -r line; echo read:$line"))).toBe("read:\n");
  });

  it.each([
    ["its error", "echo first >&2; echo 'Error: no such chart' >&2; echo last >&2; exit 3", "no such chart"],
    ["its last line", "echo one >&2; echo two >&2; exit 1", "two"],
    ["how it ended", "exit 7", "it ended with 7"],
    ["the signal that ended it", "kill -9 $$", "it ended with SIGKILL"],
  ])("that fails is told by %s", async (_what, script, why) => {
    expect(await run(`echo output; ${script}`)).toEqual({ why });
  });

  it("that is not there is told", async () => {
    const call = { program: "/nowhere/helm", args: [], cwd: "/", env: {}, limits: LIMITS };
    expect((await runLimited(call)) as { why: string }).toEqual({
      why: expect.stringContaining("/nowhere/helm"),
    });
  });

  it("that takes too long is ended, with all that it has started", async () => {
    const cwd = folderWith({});
    const started = performance.now();
    const script = "(/bin/sleep 0.7; echo late > left) & /bin/sleep 60";
    expect(await run(script, { milliseconds: 200 }, cwd)).toEqual({ why: "it took more than 0.2 s" });
    expect(performance.now() - started).toBeLessThan(10_000);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(existsSync(`${cwd}/left`)).toBe(false);
  });

  it("that leaves something running behind it leaves nothing", async () => {
    const cwd = folderWith({});
    const script = "(/bin/sleep 0.7; echo late > left) >/dev/null 2>&1 & echo done";
    expect(printed(await run(script, {}, cwd))).toBe("done\n");
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(existsSync(`${cwd}/left`)).toBe(false);
  });

  it("that prints too much is ended", async () => {
    const script = "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done";
    expect(await run(script, { output: 10_000 })).toEqual({ why: "it printed more than 10000 bytes" });
  });

  it("that says too much on standard error is not held in memory", async () => {
    const script =
      'i=0; while [ $i -lt 3000 ]; do echo "line $i aaaaaaaaaaaaaaaaaaaaaaaaa" >&2; i=$((i+1)); done; exit 1';
    const { why = "" } = (await run(script)) as { why?: string };
    expect(why.length).toBeLessThan(600);
  });

  it.skipIf(process.platform !== "linux")("that takes too much memory fails", async () => {
    const script = 'text=aaaaaaaaaaaaaaaa; while :; do text="$text$text"; done';
    const limits = { memory: 200_000_000, milliseconds: 20_000 };
    const { why = "" } = (await run(script, limits)) as { why?: string };
    expect(why).not.toBe("");
    expect(why).not.toContain("took more than");
  });

  it("that is called when time is over already is not waited for", async () => {
    const cwd = folderWith({ program: "#!/bin/sh\n/bin/sleep 60\n" });
    chmodSync(`${cwd}/program`, 0o755);
    const controller = new AbortController();
    const call = { program: `${cwd}/program`, args: [], cwd, env: {}, limits: LIMITS };
    const running = runLimited({ ...call, signal: controller.signal });
    controller.abort();
    expect(await running).toEqual({ why: "time is over" });
    expect(await runLimited({ ...call, signal: controller.signal })).toEqual({ why: "time is over" });
    expect(readFileSync(`${cwd}/program`, "utf8")).not.toBe("");
  });
});
