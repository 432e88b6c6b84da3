import { AUDIT_STATUSES, type AuditStatus } from "../questions/audit/result.js";
import { givenOnce, collectValues, PORT_LIST } from "./collect.js";
import { conjunction } from "../report/describe.js";
import { encode } from "../report/encode.js";
import { GROUPS } from "./option-groups.js";
import { InvalidArgumentError, Option, type Command } from "commander";
import { negative, type Ending } from "./ending.js";
import type { CommandSourceOptions } from "./source-options.js";
import type { AuditReport } from "../report/audit-report.js";
import type { ViewOptions } from "./view.js";

/** What commander parses for `anp audit`. */
export interface AuditOptions extends CommandSourceOptions, ViewOptions {
  readonly to?: readonly string[];
  readonly from?: readonly string[];
  readonly except?: readonly string[];
  readonly port?: string;
  readonly protocol?: string;
  readonly failOn?: readonly FailOn[];
  readonly suggest?: boolean;
  readonly toKind?: string;
  readonly output?: readonly string[];
}

/** Adds the options that only `anp audit` has. */
export function addAuditOptions(command: Command): Command {
  return command
    .optionsGroup(GROUPS.question)
    .option(
      "--to <class>",
      "metadata, nodes, control-plane, api-server, internet, private, link-local, dns, a CIDR, or any name that explain accepts (repeatable; default: metadata, nodes, api-server, internet)",
      collectValues,
    )
    .option(
      "--from <name>",
      "only these pods: any name of pods that explain accepts, shop/*, ns/shop, or labels: shop/app=web (repeatable; default: all, and future pods)",
      collectValues,
    )
    .option(
      "--except <name>",
      "skip these pods and future pods like them; names as for --from (repeatable)",
      collectValues,
    )
    .addOption(
      givenOnce(
        new Option(
          "--port <ports>",
          "only these: 22, 10250-10259, a list, 53/udp (default: every port and protocol)",
        ),
        PORT_LIST,
      ),
    )
    .addOption(
      givenOnce(
        new Option(
          "--protocol <protocol>",
          "protocol for ports without one; without --port, only this protocol",
        ).choices(["tcp", "udp", "sctp", "icmp", "other"]),
      ),
    )
    .option("--suggest", "print the policies of the Admin tier that close --to, proved by another audit")
    .option(
      "--to-kind <kind>",
      "what --suggest writes: ClusterNetworkPolicy or AdminNetworkPolicy (default: ClusterNetworkPolicy)",
    )
    .addOption(
      new Option(
        "--fail-on <status>",
        "status that exits 1 (repeatable; default: reachable and bypassed with --to, else never)",
      )
        .choices(FAIL_ON)
        .argParser(collectStatuses),
    );
}

const FAIL_ON = ["reachable", "bypassed", "undecided", "overridable", "never"] as const;

type FailOn = (typeof FAIL_ON)[number];

function collectStatuses(text: string, before: readonly FailOn[] = []): readonly FailOn[] {
  const named = FAIL_ON.find((each) => each === text);
  if (named === undefined) throw new InvalidArgumentError(`Allowed choices are ${FAIL_ON.join(", ")}.`);
  return [...before, named];
}

/** The statuses that fail a run: where classes are named, those that are open; else none. */
export function failingStatuses({ failOn, to }: AuditOptions): readonly AuditStatus[] {
  const named = failOn ?? (to === undefined ? ["never"] : ["reachable", "bypassed"]);
  return named.includes("never") ? [] : AUDIT_STATUSES.filter((each) => named.some((one) => one === each));
}

/** How a run ends: negative where a class comes to what fails it. */
export function auditEnding(reports: readonly AuditReport[]): Ending {
  const reasons = reports.flatMap(({ set, audit: { classes }, failOn }) =>
    failOn.flatMap((status) => {
      const names = classes.filter(({ groups }) => groups.some((each) => each.status === status));
      const where = set === undefined ? "" : ` in ${encode(set)}`;
      return names.length === 0 ? [] : [`${conjunction(names.map(({ name }) => name))} ${status}${where}`];
    }),
  );
  return negative(reasons);
}
