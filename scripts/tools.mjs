import { delimiter, join } from "node:path";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** What suites need beside Node: the oracle is built with Go, only users of Kubernetes have kubectl, and a page is seen in a browser. */
const TOOLS = [
  { name: "go", args: ["version"], pattern: /go(\d+)\.(\d+)/, least: [1, 26], site: "https://go.dev/dl/" },
  {
    name: "kubectl",
    args: ["version", "--client", "-o", "json"],
    pattern: /"gitVersion": "v(\d+)\.(\d+)/,
    least: [1, 32],
    site: "https://kubernetes.io/docs/tasks/tools/",
  },
  {
    name: "helm",
    args: ["version", "--template={{.Version}}"],
    pattern: /v(\d+)\.(\d+)/,
    least: [3, 14],
    site: "https://helm.sh/docs/intro/install/",
  },
  {
    name: "chromium",
    args: ["--version"],
    pattern: /(?:Chromium|Chrome) (\d+)\.(\d+)/,
    least: [114, 0],
    site: "https://www.chromium.org/getting-involved/download-chromium/",
  },
];

/** The browser on PATH; undefined where there is none. */
export function chromiumPath() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "chromium")).find((path) => existsSync(path));
}

/** One line for each tool that is missing or too old. */
export function missingTools(names = TOOLS.map(({ name }) => name)) {
  return TOOLS.filter(({ name }) => names.includes(name)).flatMap(({ name, args, pattern, least, site }) => {
    const wanted = `${name} ${least.join(".")} or newer`;
    let said;
    try {
      said = execFileSync(name, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch {
      return [`${wanted} is not on PATH: ${site}`];
    }
    const [found, major, minor] = pattern.exec(said) ?? [];
    if (found === undefined) return [`${wanted} is needed, and its version could not be read: ${site}`];
    const isEnough = Number(major) > least[0] || (Number(major) === least[0] && Number(minor) >= least[1]);
    return isEnough ? [] : [`${wanted} is needed, ${major}.${minor} is on PATH: ${site}`];
  });
}

/** Ends the process where Go is missing: with a line and 0, or with all lines and 1 where the tools are required. */
export function endWithoutTools() {
  const isRequired = process.env.ANP_REQUIRE_TOOLS !== undefined;
  const missing = missingTools(isRequired ? ["go", "kubectl"] : ["go"]);
  if (missing.length === 0) return;
  console.error(isRequired ? missing.join("\n") : `skipped: ${missing.join("; ")}`);
  process.exit(isRequired ? 1 : 0);
}
