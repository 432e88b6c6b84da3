import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { readDnsFile } from "../../src/cli/dns-file.js";
import { schemaOf } from "../support/schemas.js";

const problemsOf = schemaOf("dns");

it.each<[boolean, unknown]>([
  [true, {}],
  [true, { "www.example.com": "192.0.2.1" }],
  [true, { "www.example.com": ["192.0.2.1", "2001:db8::1"], "b.example.com": ["::ffff:192.0.2.9"] }],
  [false, ["www.example.com"]],
  [false, { "www.example.com": [] }],
  [false, { "www.example.com": null }],
  [false, { "www.example.com": { ip: "192.0.2.1" } }],
  [false, { "www.example.com": ["localhost"] }],
  [false, { "www.example.com": [["192.0.2.1"]] }],
  [false, "www.example.com"],
  [false, null],
])("dns.json and the reader of --dns agree: %s for %j", (isGood, content) => {
  const cwd = folderWith({ "dns.json": JSON.stringify(content) });
  const read = (): unknown => readDnsFile("dns.json", { cwd, followsLinks: false });
  expect(problemsOf(content).length === 0).toBe(isGood);
  if (isGood) expect(read()).toBeInstanceOf(Map);
  else expect(read).toThrow("--dns");
});
