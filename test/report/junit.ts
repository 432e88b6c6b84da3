import { elementsOf, readXml, type Element } from "../support/xml.js";

/** What an element of JUnit XML has, as GitLab, Jenkins and the reporters of GitHub read it, and as its schemas list it. */
const SHAPES: Readonly<
  Record<string, { required: readonly string[]; optional: readonly string[]; children: readonly string[] }>
> = {
  testsuites: {
    required: ["name", "tests", "failures", "errors", "time"],
    optional: [],
    children: ["testsuite"],
  },
  testsuite: {
    required: ["name", "tests", "failures", "errors", "skipped", "time"],
    optional: [],
    children: ["testcase"],
  },
  testcase: {
    required: ["classname", "name", "time"],
    optional: ["file", "line"],
    children: ["failure", "error", "skipped", "system-out"],
  },
  failure: { required: ["type", "message"], optional: [], children: [] },
  error: { required: ["type", "message"], optional: [], children: [] },
  skipped: { required: ["message"], optional: [], children: [] },
  "system-out": { required: [], optional: [], children: [] },
};

/** What is wrong with a report, or nothing. */
export function junitProblems(text: string): string[] {
  const root = readXml(text);
  const problems = [...shapeProblems(root, "testsuites")];
  for (const suite of [root, ...root.children]) {
    const cases = elementsOf(suite, "testcase");
    const number = (name: string): number =>
      cases.filter(({ children }) => children[0]?.name === name).length;
    const counts = { tests: cases.length, failures: number("failure"), errors: number("error") };
    const all = suite === root ? counts : { ...counts, skipped: number("skipped") };
    for (const [name, count] of Object.entries(all))
      if (suite.attributes[name] !== String(count)) problems.push(`${suite.name} ${name} is not ${count}`);
  }
  const names = elementsOf(root, "testcase").map(({ attributes: { classname, name } }) =>
    JSON.stringify([classname, name]),
  );
  if (new Set(names).size < names.length) problems.push("tests of one name");
  if (names.length === 0) problems.push("no tests");
  return problems;
}

function shapeProblems(element: Element, ...expected: readonly string[]): string[] {
  const { name, attributes, children, text } = element;
  const shape = SHAPES[name];
  if (shape === undefined || !expected.includes(name)) return [`unexpected ${name}`];
  const has = Object.keys(attributes);
  const isLeaf = shape.children.length === 0;
  return [
    ...shape.required.filter((each) => !has.includes(each)).map((each) => `${name} without ${each}`),
    ...has
      .filter((each) => ![...shape.required, ...shape.optional].includes(each))
      .map((each) => `${name} with ${each}`),
    // Text would be lost between elements, and where there is none GitLab shows the attributes as code.
    ...(isLeaf === (text.trim() === "") ? [`${name} with ${isLeaf ? "no" : "some"} text`] : []),
    ...(name === "testcase" && children.length !== 1 ? ["a test of two outcomes"] : []),
    ...children.flatMap((child) => shapeProblems(child, ...shape.children)),
  ];
}
