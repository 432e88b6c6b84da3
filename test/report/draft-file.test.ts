import { draftFile } from "../../src/report/draft-file.js";
import { expect, it } from "vitest";
import { parse } from "yaml";

it("a list that is longer than a line is one item a line", () => {
  const many = Array.from({ length: 9 }, (_, i) => `shop/caller-${i}:8080`);
  const tests = [
    { name: "few", from: "shop/web", allowed: many.slice(0, 2) },
    { name: "many", from: "shop/web", allowed: many },
  ];
  const text = draftFile({ tests, unnoticed: [], isCut: false }, ["k8s"]);
  expect(text).toContain('    allowed: ["shop/caller-0:8080", "shop/caller-1:8080"]\n');
  expect(text).toContain('    allowed:\n      - "shop/caller-0:8080"\n      - "shop/caller-1:8080"\n');
  expect(parse(text)).toMatchObject({ tests });
});
