import { describe, expect, it } from "vitest";
import { ASCII, PLAIN_VIEW, type View } from "../../src/report/view.js";
import { matrixDrawn, matrixGrid } from "../../src/report/matrix-grid.js";
import { loadText, matrixReport, type MatrixAsk } from "../support/matrix.js";
import { networkPolicy } from "../support/findings.js";
import { pod, stream } from "../cli/manifests.js";
import type { MatrixReport } from "../../src/report/matrix-report.js";

const VIEW = { ...PLAIN_VIEW, symbols: ASCII };

async function gridOf(text: string, ask: MatrixAsk = {}, width = Infinity): Promise<string[]> {
  return [...matrixGrid(matrixReport(await loadText(text), ask), { ...VIEW, width })].slice(2);
}

/** True where the map is a grid without being asked to be one: it has a legend. */
function isDrawnAsGrid(report: MatrixReport, view: View): boolean {
  return [...matrixDrawn(report, view)].some((line) => line.startsWith("  x all ports"));
}

const from = (app: string): string => `{ podSelector: { matchLabels: { app: ${app} } } }`;
const SHOP = stream(
  pod("shop", "web"),
  pod("shop", "db"),
  pod("shop", "mail"),
  networkPolicy(
    `podSelector: { matchLabels: { app: db } }
ingress: [{ from: [${from("web")}], ports: [{ port: 5432 }, { port: 9187 }] }, { from: [${from("mail")}], ports: [{ port: 53, protocol: UDP }] }]`,
    "db",
  ),
);

describe("a map as a grid", () => {
  it("ticks what is open, dots what is closed, leaves blank what is no pair, writes ports, and has letters for what is longer", async () => {
    expect(await gridOf(SHOP)).toEqual([
      "              1          2  3  4",
      "shop/db    1             x  x  x",
      "shop/mail  2  a             x  x",
      "shop/web   3  5432,9187  x     x",
      "internet   4  .          x  x",
      "",
      "  x all ports   . nothing   a number: that port of TCP",
      "  a  UDP 53",
      "",
      "  note  ICMP and other protocols are hidden: --protocol other (undefined or unknown for 3 pairs)",
    ]);
  });

  it("names destinations that are no sources below", async () => {
    const lines = await gridOf(SHOP, { from: ["shop/web"], to: ["shop/db", "shop/mail"], protocol: "tcp" });
    expect(lines.slice(0, 6)).toEqual([
      "          1          2",
      "shop/web  5432,9187  x",
      "",
      "  x everything asked for   a number: that port of TCP",
      "  1  shop/db",
      "  2  shop/mail",
    ]);
  });

  it("is the list where it does not fit, and says so", async () => {
    const report = matrixReport(await loadText(SHOP));
    expect(isDrawnAsGrid(report, { ...VIEW, width: 32 })).toBe(true);
    expect(isDrawnAsGrid(report, { ...VIEW, width: 31 })).toBe(false);
    const lines = await gridOf(SHOP, {}, 30);
    expect(lines).toContain("shop/mail");
    expect(lines.at(-1)).toContain("no grid: ");
    const many = stream(...Array.from({ length: 26 }, (_, i) => pod("shop", `web-${i}`)));
    expect(isDrawnAsGrid(matrixReport(await loadText(many)), VIEW)).toBe(false);
    expect(isDrawnAsGrid(matrixReport(await loadText(SHOP), { to: ["shop/db"] }), VIEW)).toBe(false);
  });
});
