import { GROUPS } from "./option-groups.js";
import { collectValues } from "./collect.js";
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
      "only what these send: a name as explain takes it, shop/*, ns/shop, or labels of loaded pods: shop/app=web (repeatable)",
      collectValues,
    )
    .option("--to <name>", "only what is sent to these (repeatable)", collectValues)
    .option("--port <ports>", "only these: a number, a range 8000-8100, a list, a port name, 53/udp")
    .addOption(
      new Option("--protocol <protocol>", "protocol of ports without one; alone, only this protocol").choices(
        ["tcp", "udp", "sctp", "icmp", "other"],
      ),
    )
    .option("--all", "list pairs with nothing but denied too")
    .option("--explain", "json: list what decided each pair")
    .option("--exposure", "add pods and namespaces that do not exist yet");
}
