import { coveredFiles, type CoveredFile } from "./covered-lines.js";
import { encodeWhole } from "./encode.js";
import { XML_DECLARATION, xmlLines, type XmlElement } from "./xml.js";
import type { TestReport } from "./test-report.js";

/** The coverage of rules as Cobertura XML, for the widgets of GitLab, Azure and Jenkins: a class for each file. */
export function* testCobertura({ coverage }: TestReport): Generator<string> {
  const files = coverage === undefined ? [] : coveredFiles(coverage);
  const rates = { ...ratesOf(files), "branch-rate": "0", complexity: "0" };
  const classes = files.map(classOf);
  yield XML_DECLARATION;
  yield* xmlLines({
    name: "coverage",
    attributes: {
      ...rates,
      version: "1",
      // The same input makes the same bytes.
      timestamp: 0,
      "lines-covered": coveredIn(files),
      "lines-valid": files.flatMap(({ lines }) => lines).length,
      "branches-covered": 0,
      "branches-valid": 0,
    },
    children: [
      {
        name: "sources",
        attributes: {},
        children: [{ name: "source", attributes: {}, text: ["."] }],
      },
      {
        name: "packages",
        attributes: {},
        children: [
          {
            name: "package",
            attributes: { name: "policies", ...rates },
            children: [{ name: "classes", attributes: {}, children: classes }],
          },
        ],
      },
    ],
  });
}

function classOf(of: CoveredFile): XmlElement {
  const name = encodeWhole(of.file);
  const lines = of.lines.map(({ line, tests }) => ({
    name: "line",
    attributes: { number: line, hits: tests, branch: "false" },
  }));
  return {
    name: "class",
    attributes: { name, filename: name, ...ratesOf([of]), "branch-rate": "0", complexity: "0" },
    children: [
      { name: "methods", attributes: {} },
      { name: "lines", attributes: {}, children: lines },
    ],
  };
}

function ratesOf(files: readonly CoveredFile[]): { readonly "line-rate": string } {
  const all = files.flatMap(({ lines }) => lines).length;
  return { "line-rate": all === 0 ? "1" : (coveredIn(files) / all).toFixed(4) };
}

function coveredIn(files: readonly CoveredFile[]): number {
  return files.flatMap(({ lines }) => lines).filter(({ tests }) => tests > 0).length;
}
