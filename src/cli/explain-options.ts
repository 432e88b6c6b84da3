import { GROUPS } from "./option-groups.js";
import { givenOnce, PORT_LIST } from "./collect.js";
import { Option, type Command } from "commander";
import { profileOption } from "./plugin-option.js";
import { UsageError } from "./exit.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { Verdict } from "../cluster/model/verdict.js";
import type { ViewOptions } from "./view.js";

/** What commander parses for `anp explain`. `port`, `protocol`, `show` and `apply` are texts as they were typed. */
export interface ExplainOptions extends CommandSourceOptions, ViewOptions {
  readonly port?: string;
  readonly protocol?: string;
  readonly profile?: string;
  readonly all?: boolean;
  readonly brief?: boolean;
  readonly expect?: Verdict;
  readonly exitCode?: boolean;
  readonly suggest?: boolean;
  readonly show?: string;
  readonly apply?: string;
  readonly output?: readonly string[];
}

/** Adds the options that only `anp explain` has. */
export function addExplainOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .addOption(
      givenOnce(
        new Option(
          "--port <ports>",
          "80, 8000-8100, a list, a port name of <to>, 53/udp; for a Service, the Service's port (default: every port)",
        ),
        PORT_LIST,
      ),
    )
    .addOption(
      givenOnce(
        new Option("--protocol <protocol>", "protocol for ports without one").choices([
          "tcp",
          "udp",
          "sctp",
          "icmp",
          "other",
        ]),
      ),
    )
    .addOption(profileOption())
    .option("--all", "show every rule, including those that don't match, and every suggestion")
    .addOption(new Option("--brief", "one line per result, for grep").conflicts("all"))
    .addOption(
      givenOnce(
        new Option("--expect <verdict>", "exit 1 unless every result has this verdict").choices([
          "allowed",
          "denied",
          "undefined",
          "unknown",
        ]),
      ),
    )
    .addOption(new Option("--exit-code", "exit 0 if every result is allowed, else 1").conflicts("expect"))
    .addOption(
      new Option("--suggest", "show the smallest edits that would change the verdict").conflicts("brief"),
    )
    .addOption(
      new Option(
        "--show <n|all>",
        "with --suggest: print the patch of suggestion n, or all patches",
      ).conflicts("brief"),
    )
    .addOption(
      new Option("--apply <n>", "with --suggest: write suggestion n to your files")
        .conflicts("brief")
        .conflicts("expect")
        .conflicts("exitCode"),
    );
}

/** True where edits are asked for. */
export function asksForEdits({ suggest, show, apply }: ExplainOptions): boolean {
  return suggest === true || show !== undefined || apply !== undefined;
}

/** Options that mean nothing for one endpoint. */
const OF_TWO_ENDPOINTS: Readonly<Record<string, (options: ExplainOptions) => boolean>> = {
  "--port": ({ port }) => port !== undefined,
  "--protocol": ({ protocol }) => protocol !== undefined,
  "--expect": ({ expect }) => expect !== undefined,
  "--exit-code": ({ exitCode }) => exitCode === true,
  "--brief": ({ brief }) => brief === true,
  "--suggest": ({ suggest }) => suggest === true,
  "--show": ({ show }) => show !== undefined,
  "--apply": ({ apply }) => apply !== undefined,
};

/** @throws {UsageError} for options that ask about two endpoints where one is given */
export function failForTwoEndpoints(options: ExplainOptions): void {
  const pointless = Object.entries(OF_TWO_ENDPOINTS).filter(([, isGiven]) => isGiven(options));
  if (pointless.length > 0) {
    const flags = pointless.map(([flag]) => flag).join(", ");
    throw new UsageError(
      `${flags} ${pointless.length === 1 ? "needs" : "need"} two endpoints, but only one is given`,
    );
  }
}
