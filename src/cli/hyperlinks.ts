import { DISK } from "../input/disk.js";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { ruleUrl } from "../version.js";
import type { Io, OutputStream } from "./io.js";
import type { LinkTarget, View } from "../report/view.js";

/** A link as terminals read it (OSC 8). @param url printable ASCII */
function linked(text: string, url: string): string {
  return `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\`;
}

/** A URL that no terminal reads anything else into. */
const PRINTABLE = /^[!-~]+$/;

/** Links of a stream; undefined where it has none. @param cwd the folder that paths begin in */
export function linksFor(
  stream: Pick<OutputStream, "isTTY">,
  env: Io["env"],
  cwd: string,
): NonNullable<View["link"]> | undefined {
  if (!hasHyperlinks(stream, env)) return undefined;
  const urls = new Map<string, string | undefined>();
  const urlOf = (target: LinkTarget): string | undefined =>
    target.type === "rule" ? ruleUrl(target.id) : fileUrl(resolve(cwd, target.name));
  return (text, target) => {
    const key = JSON.stringify(target);
    if (!urls.has(key)) urls.set(key, urlOf(target));
    const url = urls.get(key);
    return text === "" || url === undefined || !PRINTABLE.test(url) ? text : linked(text, url);
  };
}

/** The URL of a file that is there: what came from a revision, a cluster or standard input is not. */
function fileUrl(path: string): string | undefined {
  return DISK.typeOf(path).value === "file" ? pathToFileURL(path).href : undefined;
}

/**
 * True where a stream shows links: a terminal that is known to. What terminals do is as `supports-hyperlinks` 4.6 has it, which asks the
 * process itself, and not the run that it is part of.
 */
export function hasHyperlinks(
  { isTTY }: Pick<OutputStream, "isTTY">,
  env: Io["env"],
  platform: NodeJS.Platform = process.platform,
): boolean {
  const forced = env["FORCE_HYPERLINK"] ?? "";
  if (forced !== "") return Number.parseInt(forced, 10) !== 0;
  if (isTTY !== true || isSet(env["NO_COLOR"]) || env["TERM"] === "dumb") return false;
  if (isSet(env["WT_SESSION"])) return true;
  if (platform === "win32" || isSet(env["CI"]) || isSet(env["TEAMCITY_VERSION"])) return false;
  return isKnownProgram(env) || isNewVte(env["VTE_VERSION"]) || TERMS.has(env["TERM"] ?? "");
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== "";

/** Terminals that say which they are by `TERM`. */
const TERMS: ReadonlySet<string> = new Set(["alacritty", "foot", "xterm-ghostty", "xterm-kitty"]);

/** The first release of a terminal that shows links; some always did. */
const PROGRAMS: ReadonlyMap<string, readonly [major: number, minor: number]> = new Map([
  ["iTerm.app", [3, 1]],
  ["WezTerm", [20_200_620, 0]],
  ["vscode", [1, 72]],
  ["ghostty", [0, 0]],
  ["zed", [0, 0]],
]);

function isKnownProgram(env: Io["env"]): boolean {
  const first = PROGRAMS.get(env["TERM_PROGRAM"] ?? "");
  if (first === undefined) return false;
  const [major = 0, minor = 0] = (env["TERM_PROGRAM_VERSION"] ?? "").split(/\D/).map(Number);
  return major > first[0] || (major === first[0] && minor >= first[1]);
}

/** GNOME's terminals since 0.50.1, which write that as 5001; 0.50.0 crashes at a link. */
function isNewVte(version: string | undefined): boolean {
  return /^\d{4,5}$/.test(version ?? "") && Number(version) > 5000;
}
