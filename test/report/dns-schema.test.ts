import { expect, it } from "vitest";
import { formatAddress } from "../../src/base/net/address.js";
import { folderWith } from "../support/folder.js";
import { readDnsFile } from "../../src/cli/dns-file.js";
import { schemaOf } from "../support/schemas.js";

const problemsOf = schemaOf("dns");

it.each<[boolean, unknown]>([
  [true, {}],
  [true, { "www.example.com": "192.0.2.1" }],
  [true, { "www.example.com": ["192.0.2.1", "2001:db8::1"], "b.example.com": ["::ffff:192.0.2.9"] }],
  [
    true,
    { "a.example": { cname: "b.example", ttl: 300 }, "b.example": { addresses: ["192.0.2.1"], ttl: 0 } },
  ],
  [true, { "a.example": { addresses: "192.0.2.1" } }],
  [false, { "a.example": { ttl: 5 } }],
  [false, { "a.example": { addresses: [], ttl: 5 } }],
  [false, { "a.example": { addresses: "192.0.2.1", ttl: -1 } }],
  [false, { "a.example": { addresses: "192.0.2.1", ttl: 1.5 } }],
  [false, { "a.example": { addresses: "192.0.2.1", ttl: "5" } }],
  [false, { "a.example": { addresses: "192.0.2.1", ttl: 2147483648 } }],
  [false, { "a.example": { addresses: "192.0.2.1", TTL: 5 } }],
  [false, { "a.example": { addresses: "192.0.2.1", cname: "b.example" }, "b.example": "192.0.2.2" }],
  [false, { "a.example": { cname: "" } }],
  [false, { "a.example": { cname: 5 } }],
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
  if (isGood) expect((read() as { dns: unknown }).dns).toBeInstanceOf(Map);
  else expect(read).toThrow("--dns");
});

function read(content: unknown): ReturnType<typeof readDnsFile> {
  const cwd = folderWith({ "dns.json": JSON.stringify(content) });
  return readDnsFile("dns.json", { cwd, followsLinks: false });
}

it("an alias has the addresses at the end of its chain, for as long as the shortest of its answers", () => {
  const { dns, dnsAnswers } = read({
    "A.example.": { cname: "B.example", ttl: 300 },
    "b.example": { cname: "c.example", ttl: 30 },
    "c.example": { addresses: ["192.0.2.7", "2001:db8::7"], ttl: 60 },
    "d.example": ["192.0.2.8"],
  });
  const addresses = [...dns].map(([name, all]) => `${name} ${all.map(formatAddress).join(" ")}`);
  expect(addresses).toEqual([
    "a.example 192.0.2.7 2001:db8::7",
    "b.example 192.0.2.7 2001:db8::7",
    "c.example 192.0.2.7 2001:db8::7",
    "d.example 192.0.2.8",
  ]);
  expect([...dnsAnswers]).toEqual([
    ["a.example", { chain: ["b.example", "c.example"], ttl: 30 }],
    ["b.example", { chain: ["c.example"], ttl: 30 }],
    ["c.example", { chain: [], ttl: 60 }],
  ]);
});

it.each<[what: string, content: unknown, message: RegExp]>([
  ["to a name that is not there", { "a.example": { cname: "b.example" } }, /"b\.example" isn't in the file/],
  ["to itself", { "a.example": { cname: "A.example." } }, /"a\.example" leads to itself/],
  [
    "round in a ring that it is not part of",
    {
      "a.example": { cname: "b.example" },
      "b.example": { cname: "c.example" },
      "c.example": { cname: "b.example" },
    },
    /leads to itself/,
  ],
  [
    "over more names than anybody follows",
    Object.fromEntries(
      [...Array(17).keys()]
        .map((i) => [`n${i}.example`, { cname: `n${i + 1}.example` }])
        .concat([["n17.example", "192.0.2.1"]] as never),
    ),
    /leads over too many names/,
  ],
  [
    "beside addresses under another spelling",
    { "a.example": { cname: "b.example" }, "A.example": "192.0.2.1", "b.example": "192.0.2.2" },
    /a cname beside other records/,
  ],
])("an alias leads nowhere: %s", (_what, content, message) => {
  expect(() => read(content)).toThrow(message);
});
