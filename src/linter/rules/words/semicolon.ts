import { code } from "./code.js";
import type { Place } from "../../../cluster/problems/problem.js";

/** What to write where a `;` stands between fields, as in the KEP's samples (S-ANP-1); undefined where none does. */
export function semicolonHelp(at: Place): string | undefined {
  if (!("span" in at)) return undefined;
  const { text } = at.document.file;
  const { start } = at.span;
  if (text[start] !== ";") return undefined;
  const help = "`;` separates nothing in YAML: write `,`";
  const [begin, end] = [text.lastIndexOf("{", start), text.indexOf("}", start)];
  const mapping = begin === -1 || end === -1 ? "" : text.slice(begin, end + 1);
  const isExpression = /matchExpressions:\s*$/.test(text.slice(Math.max(0, begin - 64), begin));
  if (!isExpression || mapping.includes("\n")) return help;
  return `${help}, and expressions as a list: ${code(`[${mapping.replaceAll(";", ",")}]`)}`;
}
