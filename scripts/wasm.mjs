// Compiles the scanners of logs (src/source/flows/scan.as) into the module that holds it: `npm run wasm`. What comes out is the
// same for the same source, and is in the repository, since compiling takes longer than all of the rest of a build.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { main } from "assemblyscript/asc";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = `${root}src/source/flows/`;
export const TARGET = `${FOLDER}scan-code.ts`;
/** The files, which import each other by these names; the compiler knows them by its own ending. */
const SOURCES = ["scan", "scan-table", "slot-value", "expected-keys", "json-scan", "cells-scan", "repeats"];

/** The module with the compiled code in it. @throws where the source is wrong */
export async function compiledScan() {
  let code;
  const said = [];
  const { error } = await main(
    [
      "scan.ts",
      "-O3",
      "--runtime",
      "stub",
      "--enable",
      "simd",
      "--memoryBase",
      "1024",
      "--outFile",
      "scan.wasm",
    ],
    {
      readFile: (name) => {
        const found = SOURCES.find((each) => name === `${each}.ts`);
        return found === undefined ? null : readFileSync(`${FOLDER}${found}.as`, "utf8");
      },
      writeFile: (_name, data) => (code = data),
      listFiles: () => [],
      stdout: { write: (text) => said.push(text) },
      stderr: { write: (text) => said.push(text) },
    },
  );
  if (error !== null) throw new Error(said.join(""));
  const lines = Buffer.from(code)
    .toString("base64")
    .match(/.{1,100}/g);
  return `/** The scanners of scan.as, compiled to WebAssembly, in base64: \`npm run wasm\` writes this file. */
export const SCAN_CODE: string = [
${lines.map((line) => `  ${JSON.stringify(line)},`).join("\n")}
].join("");
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TARGET, await compiledScan());
