import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { gzipSync } from "node:zlib";
import { runAnp } from "../support/run-anp.js";
import { SHOP } from "./manifests.js";
import { writeFileSync } from "node:fs";

const LOG = [
  "time,source_namespace,source_pod,destination_namespace,destination_pod,destination_port,protocol,verdict,direction",
  "2026-11-23T08:00:00Z,shop,web,shop,cart,22,tcp,allowed,connection",
  "2026-11-23T08:00:01Z,shop,web,shop,cart,22,tcp,allowed,connection",
].join("\n");

async function replayed(args: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await runAnp(["replay", ...args, "-f", "a.yaml"], { cwd });
  return stdout + stderr;
}

describe("what a comparison says to people", () => {
  it("has the command that explains a row in one line, however long it is", async () => {
    const name = `${"long-".repeat(20)}name.yaml`;
    const cwd = folderWith({ [name]: SHOP, "flows.csv": LOG });
    const { stdout } = await runAnp(["replay", "flows.csv", "-f", name], { cwd });
    expect(stdout).toMatch(new RegExp(`^  anp explain -f ${name} .* --port 22$`, "m"));
  });

  it("says that nothing was compared, once", async () => {
    const cwd = folderWith({
      "a.yaml": SHOP,
      "flows.csv": LOG.split("\n")[0]!,
      "reply.csv": LOG.replace("verdict", "verdict,reply").replaceAll("allowed", "allowed,true"),
    });
    expect(await replayed(["flows.csv"], cwd)).toBe(
      "nothing was compared: the logs have no records\n\n  note  1 line has nothing to compare: no flow\n",
    );
    const answers = await replayed(["reply.csv"], cwd);
    expect(answers).toContain(
      "nothing was compared: 2 records are not judged\nrecords from 2026-11-23T08:00:00.000Z",
    );
    expect(answers).not.toContain("aren't listed");
  });

  it("names the logs that are empty, beside others", async () => {
    const cwd = folderWith({ "a.yaml": SHOP, "flows.csv": LOG, "none.csv": "", "blank.csv": "\n\n" });
    const told = await replayed(["none.csv", "flows.csv", "blank.csv"], cwd);
    expect(told).toContain("  note  none.csv and blank.csv are empty\n");
    expect(await replayed(["flows.csv"], cwd)).not.toContain("empty");
  });

  it("names the logs that have a header alone, beside others", async () => {
    const head = `${LOG.split("\n")[0]!}\n`;
    const cwd = folderWith({ "a.yaml": SHOP, "flows.csv": LOG, "head.csv": head, "none.csv": "" });
    const told = await replayed(["flows.csv", "head.csv", "none.csv"], cwd);
    expect(told).toContain("  note  none.csv is empty\n  note  head.csv has no records\n");
    expect(await replayed(["flows.csv"], cwd)).not.toContain("no records");
  });

  it("says what is wrong with a packed log", async () => {
    const cwd = folderWith({ "a.yaml": SHOP });
    const packed = gzipSync(`${LOG}\n${"#".repeat(5000)}`);
    writeFileSync(`${cwd}/cut.gz`, packed.subarray(0, packed.length - 12));
    expect(await replayed(["cut.gz"], cwd)).toContain("cut.gz: broken gzip: it ends in the middle");
    const damaged = Buffer.from(packed);
    damaged[packed.length - 6]! ^= 0xff;
    writeFileSync(`${cwd}/damaged.gz`, damaged);
    expect(await replayed(["damaged.gz"], cwd)).toContain("damaged.gz: broken gzip: its bytes are damaged");
  });
});
