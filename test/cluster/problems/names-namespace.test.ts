import { describe, expect, it } from "vitest";
import { emptyDocument, type Document } from "../../../src/source/manifest/document.js";
import { hasNamespaceField, notePlainNamespace } from "../../../src/cluster/problems/names-namespace.js";
import { rootOrigin, type Origin } from "../../../src/source/manifest/origin.js";

/** Documents without any text: what is known of a namespace is known from reading alone. */
const EMPTY: Document = emptyDocument({ name: "a.yaml", text: "" });

const RESTORED: Document = {
  ...EMPTY,
  restoredKeys: [{ mapping: {}, key: "namespace", written: "n", at: { start: 0, end: 0 } }],
};

/** Where a kustomization has put the metadata. */
const BUILT: Origin = { ...rootOrigin(EMPTY), parts: new Map([["metadata", rootOrigin(EMPTY)]]) };

describe("the namespace of an object", () => {
  it.each<[string, Origin, Record<string, string>, boolean]>([
    ["is known without another look at the document", rootOrigin(EMPTY), { namespace: "shop" }, true],
    ["is looked for where there was none", rootOrigin(EMPTY), {}, false],
    ["is looked for where a key is written otherwise", rootOrigin(RESTORED), { namespace: "shop" }, false],
    ["is looked for where it was put together", BUILT, { namespace: "shop" }, false],
  ])("%s", (_, origin, metadata, isKnown) => {
    notePlainNamespace({ value: { metadata }, origin });
    expect(hasNamespaceField({ origin })).toBe(isKnown);
  });
});
