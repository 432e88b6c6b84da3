import { describe, expect, it } from "vitest";
import { lintText } from "../../support/findings.js";

const HELP = "remove it: servers 1.24 to 1.27 wrote it, later ones reject it, and it does nothing";
const HEAD =
  "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\n";

describe("a field that a NetworkPolicy does not have", () => {
  it.each([
    ["the status that servers wrote", "spec: { podSelector: {} }\nstatus: { conditions: [] }", HELP],
    ["a status inside of the spec", "spec: { podSelector: {}, status: {} }", undefined],
    ["another field beside the spec", "spec: { podSelector: {} }\nphase: {}", undefined],
  ])("%s", async (_, rest, help) => {
    const found = (await lintText(`${HEAD}${rest}\n`)).filter(({ rule }) => rule === "unknown-field");
    expect(found.map(({ wording }) => wording.help)).toEqual([help]);
  });
});
