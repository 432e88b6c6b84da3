import type { AxisItem } from "./heat-map.js";
import type { PageData } from "./model.js";

/** A line or column: a row, or a place whose rows are put together. */
export interface PageItem extends AxisItem {
  readonly place: number;
  /** The rows that it stands for. */
  readonly rows: readonly number[];
}

/** The lines of a map: places that are open by their rows, the others as one. @param shown the rows that are looked at */
export function axisOf(
  { places, rows }: PageData,
  shown: readonly number[],
  isOpen: (place: number) => boolean,
): PageItem[] {
  const items: PageItem[] = [];
  let next = 0;
  for (const [place, { name, first, count }] of places.entries()) {
    const own: number[] = [];
    while (next < shown.length && (shown[next] as number) < first + count) own.push(shown[next++] as number);
    if (own.length === 0) continue;
    if (!isOpen(place)) {
      items.push({
        place,
        rows: own,
        label: `${name} (${own.length})`,
        isGroup: true,
        isFirst: true,
        depth: 0,
      });
      continue;
    }
    for (const [i, row] of own.entries())
      items.push({
        place,
        rows: [row],
        label: rows[row]?.name ?? "",
        isGroup: false,
        isFirst: i === 0,
        depth: 0,
      });
  }
  return items;
}
