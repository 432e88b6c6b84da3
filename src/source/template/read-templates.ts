import { Doubted, type TemplateDoubt } from "./doubt.js";
import { headersOf, type Headers } from "./lines.js";
import { Prints } from "./prints.js";
import { readTemplate, type TemplateBody } from "./tree.js";

/** A file of templates that share their names. */
export interface TemplateFile {
  readonly name: string;
  readonly text: string;
  /** True where it only gives names to templates, and writes nothing itself. */
  readonly isPartial: boolean;
}

/** What the documents of a file say that they are; or why that cannot be told. */
export type TemplateReading =
  | { readonly name: string; readonly headers: Headers; readonly doubt?: never }
  | DoubtfulTemplate;

interface DoubtfulTemplate {
  readonly name: string;
  readonly doubt: TemplateDoubt;
  readonly headers?: never;
}

/** A body, with the file that it stands in. */
interface Located {
  readonly name: string;
  readonly body: TemplateBody;
}

/** Line breaks for YAML, but not for what indents lines. */
const ODD_BREAKS = /\r(?!\n)|[\u0085\u2028\u2029]/;

/**
 * Reads the root lines of all that some templates of Go may write, whatever their values are, as long as no value has a line
 * break. Nothing is evaluated: where a root line hangs on more than the template's own text, there is a doubt.
 */
export function readTemplates(files: readonly TemplateFile[]): readonly TemplateReading[] {
  const defined = new Map<string, TemplateBody[]>();
  const written: Located[] = [];
  const named: Located[] = [];
  let size = 0;
  for (const { name, text, isPartial } of files) {
    const template = ODD_BREAKS.test(text) ? undefined : readTemplate(text.replaceAll("\r\n", "\n"));
    if (template === undefined) return [{ name, doubt: { code: "template-syntax", text: "" } }];
    size += template.size;
    if (size > MOST_PIECES) return [{ name, doubt: { code: "too-complex", text: "" } }];
    if (!isPartial) written.push({ name, body: template.body });
    for (const each of template.defined) {
      named.push({ name, body: each.body });
      const known = defined.get(each.name);
      if (known === undefined) defined.set(each.name, [each.body]);
      else known.push(each.body);
    }
  }
  const prints = new Prints(defined);
  const doubtful = noteAll(prints, [...written, ...named]);
  if (doubtful !== undefined) return [doubtful];
  return written.map(({ name, body }) => {
    const { value, doubt } = attempt(() => headersOf(body, prints));
    return doubt === undefined ? { name, headers: value } : { name, doubt };
  });
}

/** What stands at the top of a file, or of a named template. */
const ROOT = { dotMayBeRoot: true } as const;

/** So many texts and actions are followed; large charts have a tenth of them. */
const MOST_PIECES = 50_000;

/** So often variables may be set from one another. */
const MOST_ROUNDS = 20;

/** Notes what variables hold until nothing is new, then checks all that is called. */
function noteAll(prints: Prints, all: readonly Located[]): DoubtfulTemplate | undefined {
  let isNew = true;
  for (let round = 0; isNew && round <= MOST_ROUNDS; round++) {
    isNew = false;
    for (const { name, body } of all) {
      const { value, doubt } = attempt(() => prints.note(body, ROOT));
      if (doubt !== undefined) return { name, doubt };
      if (value) isNew = true;
    }
  }
  const [first] = all;
  if (isNew && first !== undefined) return { name: first.name, doubt: { code: "too-complex", text: "" } };
  for (const { name, body } of all) {
    const { doubt } = attempt(() => prints.checkAll(body, ROOT));
    if (doubt !== undefined) return { name, doubt };
  }
  return undefined;
}

type Attempted<T> =
  | { readonly value: T; readonly doubt?: never }
  | { readonly value?: never; readonly doubt: TemplateDoubt };

function attempt<T>(call: () => T): Attempted<T> {
  try {
    return { value: call() };
  } catch (error) {
    if (!(error instanceof Doubted)) throw error;
    return { doubt: error.doubt };
  }
}
