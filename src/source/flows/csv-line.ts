/**
 * The cells of one line of CSV as RFC 4180 quotes them; blanks around a cell that isn't quoted are dropped. A quoted cell doesn't go
 * on in the next line: undefined where its quote isn't closed, or where something follows it.
 */
export function splitCsv(line: string): readonly string[] | undefined {
  if (!line.includes('"')) return line.split(",").map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const comma = line.indexOf(",", at);
    const stop = comma === -1 ? line.length : comma;
    const bare = line.slice(at, stop).trim();
    if (!bare.startsWith('"')) {
      cells.push(bare);
      if (comma === -1) return cells;
      at = comma + 1;
      continue;
    }
    const open = line.indexOf('"', at);
    let close = line.indexOf('"', open + 1);
    while (close !== -1 && line[close + 1] === '"') close = line.indexOf('"', close + 2);
    if (close === -1) return undefined;
    cells.push(line.slice(open + 1, close).replaceAll('""', '"'));
    const next = line.indexOf(",", close);
    if (line.slice(close + 1, next === -1 ? line.length : next).trim() !== "") return undefined;
    if (next === -1) return cells;
    at = next + 1;
  }
}
