import { byName } from "../folder-entries.js";
import { decodeBytes } from "../../source/manifest/bytes.js";
import { isMapping } from "../../source/manifest/value.js";
import { join } from "node:path";
import { pathFrom } from "../path-names.js";
import { firstDocument } from "../../source/manifest/first-document.js";
import type { FileSource } from "../found-reader.js";

/** What says which values a chart takes; it may name addresses, and helm fetches these. */
export const SCHEMA_NAME = "values.schema.json";

/** Why a chart is not to be rendered: helm follows links, and unpacks archives of which nobody sees what is in them. */
export async function chartRefusal(chart: string, source: FileSource): Promise<string | undefined> {
  return below(chart, chart, source);
}

async function below(folder: string, chart: string, source: FileSource): Promise<string | undefined> {
  const { value: entries } = source.tree.entries(folder);
  if (entries === undefined) return `${pathFrom(chart, folder)} can't be read`;
  for (const { name, type, closed } of byName(entries)) {
    const path = join(folder, name);
    const shown = pathFrom(chart, path);
    if (name === ".git") continue;
    if (closed !== undefined) return `${shown} can't be read (${closed})`;
    if (type === "link") return `${shown} is a link`;
    if (/\.t(?:ar\.)?gz$/i.test(name) && /(?:^|\/)charts\//.test(shown)) return `${shown} is not unpacked`;
    const why = type === "folder" ? await below(path, chart, source) : undefined;
    if (why !== undefined) return why;
  }
  return undefined;
}

/** True for a chart that other charts use, and nobody installs: it renders nothing. */
export async function chartIsLibrary(chart: string, { read }: FileSource): Promise<boolean> {
  const { bytes } = await read(join(chart, "Chart.yaml"), LARGEST);
  const { file } = bytes === undefined ? {} : decodeBytes("Chart.yaml", bytes);
  const value = file === undefined ? undefined : firstDocument(file).first?.value;
  return isMapping(value) && value["type"] === "library";
}

/** Bytes of `Chart.yaml`. */
const LARGEST = 1_000_000;
