import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check, Mismatch } from "../../../properties/run.js";
import { isAddedLabel } from "../../../../src/cluster/kinds/workload/added-labels.js";
import { NAMESPACE_NAME_LABEL } from "../../../../src/cluster/model/labels.js";
import { portNameErrors } from "../../../../src/cluster/admission/validation/names.js";
import { SYSTEM_NAMESPACES } from "../../../../src/questions/mistakes/system-namespaces.js";
import { Words } from "../../../../src/cluster/snapshot/anonymise/words.js";

function wordsWith(key: string): Words {
  return new Words((text) => createHmac("sha256", key).update(text).digest());
}

const WORDS = wordsWith("one key");

describe("words", () => {
  it("are replaced by others of the same length and form", () => {
    for (const [text, form] of [
      ["checkout", /^[a-z0-9]{8}$/],
      ["web-frontend.shop_eu", /^[a-z0-9]{3}-[a-z0-9]{8}\.[a-z0-9]{4}_[a-z0-9]{2}$/],
      ["28123456", /^[0-9]{8}$/],
      ["CamelCase", /^[A-Za-z0-9]{9}$/],
      ["*.example.com", /^\*\.[a-z0-9]{7}\.[a-z0-9]{3}$/],
      ["", /^$/],
    ] as const) {
      const replaced = WORDS.replaceIn(text);
      expect(replaced).toMatch(form);
      if (text !== "") expect(replaced).not.toBe(text);
    }
  });

  it("are the same for the same word, and others under another key", () => {
    expect(wordsWith("one key").replaceIn("checkout")).toBe(WORDS.replaceIn("checkout"));
    expect(wordsWith("another key").replaceIn("checkout")).not.toBe(WORDS.replaceIn("checkout"));
  });

  it("keep what names are put together of", () => {
    const deployment = WORDS.replaceIn("checkout-api");
    const hash = WORDS.replaceIn("5d9f6c7b8");
    expect(WORDS.replaceIn("checkout-api-5d9f6c7b8")).toBe(`${deployment}-${hash}`);
    expect(WORDS.replaceIn("checkout-api-28123456")).toMatch(new RegExp(`^${deployment}-\\d{8}$`));
    const set = WORDS.replaceIn("ledger");
    const ordinal = WORDS.replaceIn("0");
    expect(ordinal).toMatch(/^\d$/);
    expect(WORDS.replaceIn("ledger-0.ledger.shop.svc.cluster.local")).toBe(
      `${set}-${ordinal}.${set}.${WORDS.replaceIn("shop")}.svc.cluster.local`,
    );
  });

  it("never become one another", async () => {
    const word = fc.string({ unit: fc.constantFrom(..."ab19XY"), minLength: 1, maxLength: 4 });
    await check({
      name: "words stay apart",
      arbitrary: fc.uniqueArray(word, { minLength: 2, maxLength: 40 }),
      runs: 100,
      holds: (words) => {
        const replaced = words.map((each) => WORDS.replaceIn(each));
        if (new Set(replaced).size !== words.length) throw new Mismatch(replaced.join(" "));
      },
    });
  });

  it("of one letter are a permutation", () => {
    for (const alphabet of ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]) {
      const replaced = [...alphabet].map((letter) => WORDS.replaceIn(letter));
      expect(replaced.toSorted()).toEqual([...alphabet].toSorted());
    }
  });

  it("keep names of ports valid", () => {
    for (const name of ["http-metrics", "a", "grpc-8080-tls", "x1", "9090-a"]) {
      expect(portNameErrors(name)).toEqual([]);
      expect(portNameErrors(WORDS.replaceIn(name)), name).toEqual([]);
    }
  });

  it("that are in no alphabet of names stay in none", () => {
    expect(WORDS.replaceIn("größe")).not.toContain("ö");
    expect(WORDS.replaceIn("größe")).toMatch(/\P{ASCII}/u);
    expect(WORDS.replaceIn("größe")).not.toBe(WORDS.replaceIn("grüße"));
  });
});

/** The texts that source files compare what they read with. */
function textsIn(path: string): string[] {
  const lines = readFileSync(path, "utf8").split("\n");
  const code = lines.filter((line) => !/^\s*(?:import|\*|\/\*|\/\/)|\btype:|\bcode:/.test(line));
  return [...code.join("\n").matchAll(/"([^"\n]+)"/g)].map(([, text = ""]) => text);
}

describe("what the program knows by its words", () => {
  it.each([
    ...SYSTEM_NAMESPACES,
    NAMESPACE_NAME_LABEL,
    "kubernetes",
    "kube-dns",
    "coredns",
    "svc.cluster.local",
    ...textsIn("src/cluster/model/known-controllers.ts").filter((text) => /[./-]/.test(text)),
    ...textsIn("src/cluster/kinds/workload/added-labels.ts").filter(isAddedLabel),
  ])("keeps `%s`", (text) => {
    expect(WORDS.replaceIn(text)).toBe(text);
  });
});
