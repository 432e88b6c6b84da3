import { defuse, encodeWhole } from "./encode.js";

/**
 * Text as one cell that is nothing but text: a spreadsheet would run what begins like a formula, in full-width characters
 * too. Where `;` separates cells, what stands behind one begins a cell.
 */
export function csvCell(text: string): string {
  const plain = defuse(encodeWhole(text)).replaceAll(/(^|[;|])(\s*)([=+\-@＝＋－＠])/g, "$1$2'$3");
  return /[",;|]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
