import { byName, joined } from "./folder-entries.js";
import { decodeBytes } from "../source/manifest/bytes.js";
import type { ChartFolder } from "../cluster/load/chart.js";
import type { RenderDoubt } from "../cluster/problems/not-read.js";
import type { FileBytes } from "./read-file.js";
import type { FileTree, TreeEntry } from "./file-tree.js";
import type { SourceFile } from "../source/manifest/source.js";
import type { TemplateFile } from "../source/template/read-templates.js";

/** Where a chart is read. */
export interface ChartSource {
  readonly tree: FileTree;
  /**
   * The bytes of a file at a path without links, within the limits of the run.
   * @param isTemplate true for what is read here alone, and so counts
   */
  read(real: string, isTemplate: boolean): FileBytes | Promise<FileBytes>;
  /** True for a path that the call leaves out. */
  isExcluded(path: string): boolean;
}

/** A folder, by the name that people see and by its path without links. */
interface ChartPath {
  readonly path: string;
  readonly real: string;
}

/** Charts in charts that are followed. */
const MOST_NESTED = 20;

/** Reads what decides whether a chart holds a policy: templates, values, metadata, and the charts in it. */
export async function readChart(chart: ChartPath, source: ChartSource, depth = 0): Promise<ChartFolder> {
  const templates: TemplateFile[] = [];
  const values: SourceFile[] = [];
  const metadata: SourceFile[] = [];
  const vendored: ChartFolder[] = [];
  const doubts: RenderDoubt[] = [];
  const files: Files = { source, doubt: (code, file) => doubts.push({ code, text: "", file }) };
  for (const entry of entriesOf(chart, files)) {
    const at = below(chart, entry);
    if (entry.name === "templates") await addTemplates({ entry, at }, files, templates);
    else if (entry.name === "charts") await addCharts({ entry, at }, files, vendored, depth);
    else if (VALUES.test(entry.name)) values.push(...(await fileAt(entry, at, files)));
    else if (METADATA.has(entry.name)) metadata.push(...(await fileAt(entry, at, files)));
  }
  const [doubt] = doubts;
  return { templates, values, metadata, vendored, ...(doubt === undefined ? {} : { doubt }) };
}

/** What is read, and what is told of what cannot be. */
interface Files {
  readonly source: ChartSource;
  readonly doubt: (code: "chart-archive" | "chart-link" | "chart-file", file: string) => void;
}

const METADATA: ReadonlySet<string> = new Set(["Chart.yaml", "requirements.yaml"]);
const VALUES = /^values.*\.ya?ml$/i;
/** What stands beside charts and is none. */
const NO_CHARTS = /^(?:\.gitkeep|\.gitignore|\.helmignore|readme(?:\.\w+)?)$/i;

/** Helm prints every file below `templates` but these, which give names to templates. */
function isPartial(name: string): boolean {
  return name.startsWith("_") || name === "NOTES.txt";
}

/** What is in a folder and is not left out, by name. */
function entriesOf(folder: ChartPath, { source, doubt }: Files): readonly TreeEntry[] {
  const entries = source.tree.entries(folder.real);
  if (entries.value === undefined) {
    doubt("chart-file", folder.path);
    return [];
  }
  return byName(entries.value.filter(({ name }) => !source.isExcluded(joined(folder.path, name))));
}

async function addTemplates(
  { entry, at }: { readonly entry: TreeEntry; readonly at: ChartPath },
  files: Files,
  templates: TemplateFile[],
): Promise<void> {
  if (entry.type === "folder" && entry.closed === undefined) {
    for (const each of entriesOf(at, files))
      await addTemplates({ entry: each, at: below(at, each) }, files, templates);
    return;
  }
  for (const file of await fileAt(entry, at, files, true))
    templates.push({ ...file, isPartial: isPartial(entry.name) });
}

async function addCharts(
  { entry, at }: { readonly entry: TreeEntry; readonly at: ChartPath },
  files: Files,
  vendored: ChartFolder[],
  depth: number,
): Promise<void> {
  if (entry.type !== "folder" || entry.closed !== undefined || depth >= MOST_NESTED)
    return files.doubt("chart-archive", at.path);
  for (const each of entriesOf(at, files)) {
    const place = below(at, each);
    if (each.type === "folder" && each.closed === undefined)
      vendored.push(await readChart(place, files.source, depth + 1));
    else if (each.type !== "file" || !NO_CHARTS.test(each.name)) files.doubt("chart-archive", place.path);
  }
}

/** The one file, or none with a doubt. */
async function fileAt(
  { type, closed }: TreeEntry,
  { path, real }: ChartPath,
  { source, doubt }: Files,
  isTemplate = false,
): Promise<readonly SourceFile[]> {
  if (type !== "file" || closed !== undefined) {
    doubt("chart-link", path);
    return [];
  }
  const read = await source.read(real, isTemplate);
  const decoded = read.bytes === undefined ? undefined : decodeBytes(path, read.bytes);
  if (decoded !== undefined && decoded.problem === undefined) return [decoded.file];
  doubt("chart-file", path);
  return [];
}

function below({ path, real }: ChartPath, { name }: TreeEntry): ChartPath {
  return { path: joined(path, name), real: joined(real, name) };
}
