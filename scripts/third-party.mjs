// The licences of what the bundle holds, as THIRD_PARTY.md: `node scripts/third-party.mjs` writes it after a build.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The packages whose code dist/ was built from, by name, with what each says of itself. */
export function bundledPackages() {
  const { inputs } = JSON.parse(readFileSync(`${root}dist/meta.json`, "utf8"));
  const names = new Set(
    inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  return [...names]
    .toSorted()
    .map((name) => JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, "utf8")));
}

/** The text of THIRD_PARTY.md for what dist/ was built from. */
export function thirdParty() {
  const parts = bundledPackages().map(({ name, version, license, homepage }) => {
    const folder = `${root}node_modules/${name}`;
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no licence file`);
    const text = readFileSync(`${folder}/${file}`, "utf8")
      .trim()
      .replaceAll(/[ \t]+$/gm, "");
    return `## ${name} ${version}\n\n${license}${homepage === undefined ? "" : `, <${homepage}>`}\n\n\`\`\`\n${text}\n\`\`\`\n`;
  });
  return `# Third-party software\n\nThe files in \`dist/\` contain code of these packages.\n\n${parts.join("\n")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(`${root}THIRD_PARTY.md`, thirdParty());
