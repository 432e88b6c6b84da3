import { GROUPS } from "./option-groups.js";
import { givenOnce, collectValues, PORT_LIST } from "./collect.js";
import { Option, type Command } from "commander";
import type { CommandSourceOptions } from "./source-options.js";
import type { ViewOptions } from "./view.js";

/** What commander parses for `anp matrix`; without `from` and `to` the whole map is asked for. */
export interface MatrixOptions extends CommandSourceOptions, ViewOptions {
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly port?: string;
  readonly protocol?: string;
  readonly all?: boolean;
  readonly explain?: boolean;
  readonly exposure?: boolean;
  readonly output?: readonly string[];
}

/** Adds the options that only `anp matrix` has. */
export function addMatrixOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option(
      "--from <name>",
      "show only these sources: any name that explain accepts, shop/*, ns/shop, or labels: shop/app=web (repeatable)",
      collectValues,
    )
    .option("--to <name>", "show only these destinations (repeatable)", collectValues)
    .addOption(
      givenOnce(
        new Option("--port <ports>", "show only these: 80, 8000-8100, a list, a port name, 53/udp"),
        PORT_LIST,
      ),
    )
    .addOption(
      givenOnce(
        new Option(
          "--protocol <protocol>",
          "protocol for ports without one; without --port, show only this protocol",
        ).choices(["tcp", "udp", "sctp", "icmp", "other"]),
      ),
    )
    .option("--all", "include pairs where everything is denied")
    .option("--explain", "with -o json, include the deciding rule of each pair")
    .option("--exposure", "include pods and namespaces that don't exist yet");
}
