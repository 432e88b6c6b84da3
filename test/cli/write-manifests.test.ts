import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { UsageError } from "../../src/cli/exit.js";
import { writeManifests } from "../../src/cli/write-manifests.js";
import type { Io } from "../../src/cli/io.js";

it("a file that has changed since it was read stays as it is", () => {
  const cwd = folderWith({ "a.yaml": "changed: meanwhile\n" });
  const io = { cwd: () => cwd } as Io;
  const reach = { cwd, roots: ["."], followsLinks: false };
  const file = { name: "a.yaml", text: "as: read\n" };
  const write = (): void => writeManifests([{ type: "replaced", file, text: "as: converted\n" }], reach, io);
  expect(write).toThrow(UsageError);
  expect(write).toThrow(/a\.yaml has changed/);
  expect(readFileSync(`${cwd}/a.yaml`, "utf8")).toBe("changed: meanwhile\n");
  expect(readdirSync(cwd)).toEqual(["a.yaml"]);
});
