import * as fc from "fast-check";
import { check } from "../properties/run.js";
import { describe, expect, it } from "vitest";
import { encodeWhole } from "../../src/report/encode.js";
import { readXml } from "../support/xml.js";
import { XML_DECLARATION, xmlLines, xmlText } from "../../src/report/xml.js";

describe("text in XML", () => {
  it.each([
    ["markup", "<a b=\"c\" d='e'>&amp;</a>", "&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;amp;&#60;/a&#62;"],
    ["the end of a CDATA section", "]]>", "]]&#62;"],
    [
      "control characters",
      "\u0000\u0008\n\r\t\u001b[2J\u007f\u0085",
      "\\x00\\x08\\n\\r\\t\\x1b[2J\\x7f\\x85",
    ],
    ["what turns direction or hides", "\u202e\u2066\u200b\ufeff", "\\u{202e}\\u{2066}\\u{200b}\\u{feff}"],
    ["what is no character", "\ufffe\uffff\ud800", "\\u{fffe}\\u{ffff}\\u{d800}"],
    ["a path to attach", "[[ATTACHMENT|/etc/passwd]]", "[ [ATTACHMENT|/etc/passwd]]"],
    ["commands of runners", "::error::x ##[a] ##vso[b]", "&#58;:error&#58;:x &#35;#[a] &#35;#vso[b]"],
    ["what is harmless", "shop/web → “ä” 🙂", "shop/web → “ä” 🙂"],
  ])("%s", (_, text, shown) => expect(xmlText(text)).toBe(shown));

  it("comes back as it was encoded, from content and attributes, whatever it is", () =>
    check({
      name: "XML holds any text",
      arbitrary: fc.array(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.constantFrom(
            "<",
            ">",
            "&",
            '"',
            "'",
            "]]>",
            "<![CDATA[",
            "<!--",
            "-->",
            "<?xml ?>",
            "&#0;",
            "\ufffe",
            "\udc00",
            "\u0000",
            "##[",
            "::",
          ),
        ),
        { minLength: 1, maxLength: 6 },
      ),
      runs: 2000,
      holds: (parts) => {
        const text = parts.join("");
        const element = { name: "a", attributes: { b: text, c: undefined }, text: [text, "end"] };
        const read = readXml(
          [XML_DECLARATION, ...xmlLines({ name: "r", attributes: {}, children: [element, element] })].join(
            "\n",
          ),
        );
        const shown = encodeWhole(text).replaceAll("\ufffe", "\\u{fffe}").replaceAll("\uffff", "\\u{ffff}");
        expect(read.children).toHaveLength(2);
        for (const { attributes, text: content, children } of read.children)
          expect([attributes, content, children]).toEqual([{ b: shown }, `${shown}\nend`, []]);
      },
    }));
});
