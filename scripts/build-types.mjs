// Writes the declarations of the library into dist/types: for the archive only, since it costs as much as a type check.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

execFileSync(
  process.execPath,
  [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.types.json`],
  { stdio: "inherit" },
);
