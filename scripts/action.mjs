// What the action runs (action.yml): its inputs as arguments of anp, and the exit code as its output.
import { appendFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";

const COMMANDS = ["lint", "diff", "explain"];

/** Events whose runs have secrets and may see a stranger's files. */
const PRIVILEGED = new Set(["pull_request_target", "workflow_run", "issue_comment"]);

const { INPUT_COMMAND, INPUT_ARGS, INPUT_SARIF, GITHUB_EVENT_NAME, GITHUB_OUTPUT } = process.env;

try {
  const status = run(argumentsOf(INPUT_COMMAND ?? "lint", INPUT_ARGS ?? "", INPUT_SARIF ?? ""));
  if (GITHUB_OUTPUT !== undefined) appendFileSync(GITHUB_OUTPUT, `exit-code=${status}\n`);
  process.exitCode = status;
} catch (error) {
  process.stdout.write(`::error title=anp::${error.message}\n`);
  process.exitCode = 2;
}

/** The command line. @throws Error for what the action does not take */
function argumentsOf(command, args, sarif) {
  if (PRIVILEGED.has(GITHUB_EVENT_NAME))
    throw new Error(`the event ${GITHUB_EVENT_NAME} gives strangers' files a token: use pull_request`);
  if (!COMMANDS.includes(command)) throw new Error(`input command takes ${COMMANDS.join(", ")}`);
  if (sarif !== "" && command !== "lint") throw new Error("input sarif is for lint");
  const given = args
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const outputs = sarif === "" ? [] : ["-o", "github", "-o", `sarif=${sarif}`];
  return [command, ...outputs, ...given];
}

function run(args) {
  const program = fileURLToPath(new URL("../bin/anp.js", import.meta.url));
  const { status, error } = spawnSync(process.execPath, [program, ...args], { stdio: "inherit" });
  if (error !== undefined) throw error;
  // Ended by a signal: that is no answer.
  return status ?? 2;
}
