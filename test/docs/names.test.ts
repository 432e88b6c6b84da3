import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { wordsOf } from "../support/words.js";

const ARCHITECTURE = readFileSync("docs/architecture.md", "utf8");

/** A name that a module of src/ exports, with the comment above it. */
interface ExportedName {
  readonly name: string;
  readonly path: string;
  /** Without its markers; undefined where there is none. */
  readonly doc: string | undefined;
}

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/;

function exportedNames(path: string): ExportedName[] {
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.flatMap((line, i) => {
    const [, name] = DECLARED.exec(line) ?? [];
    return name === undefined ? [] : [{ name, path, doc: docAbove(lines, i) }];
  });
}

/** The doc comment that ends in the line above another one. */
function docAbove(lines: readonly string[], i: number): string | undefined {
  let first = i - 1;
  if (!(lines[first] ?? "").endsWith("*/")) return undefined;
  while (first > 0 && !(lines[first] ?? "").startsWith("/**")) first--;
  const text = lines.slice(first, i).join(" ");
  return text.replaceAll(/\/\*\*|\*\/|(?<=\s)\*(?=\s)/g, " ").trim();
}

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => `src/${path}`);

const EXPORTED = SOURCES.flatMap(exportedNames);

/** The words of a glossary with the modules of the types that are called by them alone. */
function glossary(): { readonly word: string; readonly module: string | undefined }[] {
  const [, section = ""] = ARCHITECTURE.split("## Glossary\n");
  const [table = ""] = section.split("\n## ");
  return [...table.matchAll(/^\| ([a-z ]+?) +\| [^|]+\| +(?:`([^`]+)`)? *\|$/gm)].map(
    ([, word = "", module]) => ({
      word,
      module,
    }),
  );
}

describe("an exported name", () => {
  it("is declared in one module alone: it has one meaning", () => {
    const modules = new Map<string, string[]>();
    for (const { name, path } of EXPORTED) modules.set(name, [...(modules.get(name) ?? []), path]);
    expect(EXPORTED.length).toBeGreaterThan(2000);
    expect([...modules].filter(([, paths]) => new Set(paths).size > 1)).toEqual([]);
  });

  it("is not the name of another type that some module has for itself", () => {
    const exported = new Set(EXPORTED.map(({ name }) => name));
    const own = SOURCES.flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(/^(?:abstract )?(?:class|interface|type) (\w+)(.*)$/gm)]
        // What is taken out of a type that a module may see is the same by another way.
        .filter(([, , rest = ""]) => !rest.startsWith(" = Extract<"))
        .map(([, name = ""]) => `${path} ${name}`),
    );
    expect(own.length).toBeGreaterThan(200);
    expect(own.filter((each) => exported.has(each.split(" ")[1] ?? ""))).toEqual([]);
  });

  it("has a doc comment", () => {
    const without = EXPORTED.filter(({ doc }) => doc === undefined);
    expect(without.map(({ name, path }) => `${path} ${name}`)).toEqual([]);
  });

  it("has one that says more than the name does", () => {
    const restating = EXPORTED.filter(({ name, doc = "" }) => {
      const known = new Set(wordsOf(name));
      return wordsOf(doc).every((word) => known.has(word));
    });
    expect(restating.map(({ name, path, doc }) => `${path} ${name}: ${doc}`)).toEqual([]);
  });
});

describe("a class of errors", () => {
  it("is one of those that docs/architecture.md has a reason for", () => {
    const [, section = ""] = ARCHITECTURE.split("## When something is wrong\n");
    const [named = ""] = section.split("\n## ");
    const classes = SOURCES.flatMap((path) =>
      [
        ...readFileSync(path, "utf8").matchAll(/^(?:export )?class (\w+) extends \w*(?:Error|Refused)\b/gm),
      ].map(([, name = ""]) => name),
    );
    expect(classes.length).toBeGreaterThan(15);
    expect(classes.filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
    const words = [...named.matchAll(/`([A-Z]\w+Error|JsonStop|Broken|TooDeep|Refused|LimitReached)`/g)];
    expect(words.map(([, name = ""]) => name).filter((name) => !classes.includes(name))).toEqual([]);
  });
});

describe("the glossary", () => {
  const words = glossary();

  it("has each word once, and says of each that is a type which one it is", () => {
    expect(words.length).toBeGreaterThan(35);
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    expect(words.map(({ word }) => word)).toContain("rule");
    for (const { word, module } of words) {
      const type = `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
      const paths = EXPORTED.filter(({ name }) => name === type).map(({ path }) => path);
      expect([word, paths.map((path) => path.split("/").slice(-2).join("/"))]).toEqual([
        word,
        module === undefined ? [] : [`${module}.ts`],
      ]);
    }
  });
});
