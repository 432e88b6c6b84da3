import * as fc from "fast-check";
import { check } from "../../properties/run.js";
import { describe, expect, it } from "vitest";
import { html, inRows, pageJson, sentence } from "../../../src/report/page/html.js";

/** Tags and quotes of a text, in their order: what a browser makes elements and attributes of. */
const shapeOf = (text: string): string => text.replaceAll(/[^<>"]/g, "");

const made = (name: string): string =>
  html`<p title="${name}">${name} ${[name, html`<b>${name}</b>`]} ${inRows([name, name])}</p>`.text;

const HOSTILE = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "</script><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "\u202Egnp.exe",
    "\u2066a\u2069\u200B\uFEFF",
    "n".repeat(10_000),
    "\u2028\u0000\u001B[31m",
    "\uD800",
  ),
);

describe("whatever a name holds", () => {
  it("the elements and attributes of a page are those of the template", () =>
    check({
      name: "hostile names in a page",
      arbitrary: HOSTILE,
      runs: 2000,
      holds: (name) => {
        const text = made(name);
        expect(shapeOf(text)).toBe(shapeOf(made("web")));
        expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u);
        expect(text.length).toBeLessThan(5 * 12_000);
      },
    }));

  it("a sentence has code where it has pairs of backticks, and only there", () => {
    expect(html`${sentence("no pod has `app=<b>`; `web` does")}`.text).toBe(
      "no pod has <code>app=&lt;b&gt;</code>; <code>web</code> does",
    );
    expect(html`${sentence("one ` alone")}`.text).toBe("one ` alone");
  });

  it("an ampersand is text, also one that begins what looks like an entity", () =>
    expect(html`${"&lt;a&amp;"}`.text).toBe("&amp;lt;a&amp;amp;"));

  it("data for the script holds what is shown, cut and without what hides", () =>
    check({
      name: "hostile names in data",
      arbitrary: fc.tuple(HOSTILE, HOSTILE),
      runs: 1000,
      holds: ([a, b]) => {
        const read = JSON.parse(pageJson({ name: a, list: [b] })) as { name: string; list: string[] };
        for (const text of [read.name, ...read.list]) {
          expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\p{Cc}\p{Cs}]/u);
          expect(text.length).toBeLessThanOrEqual(12_000);
        }
      },
    }));
});

it("a template's own layout is no part of what a page says", () =>
  expect(
    html`<ul>
      <li>a</li>
    </ul>`.text,
  ).toBe("<ul>\n<li>a</li>\n</ul>"));
