import { expect, it } from "vitest";
import { NO_TRAFFIC } from "../../../src/base/net/traffic.js";
import { trafficOfPort, type NamedPorts } from "../../../src/semantics/match/ports.js";
import type { PortMatch } from "../../../src/cluster/model/policy.js";

it.each<[string, NamedPorts]>([
  ["declares ports", [{ name: "http", protocol: "TCP", port: 8080 }]],
  ["has no list of containers", "unknown"],
  ["has no names", "none"],
])("a port that matches nothing names no traffic of what %s", (_name, named) => {
  expect(trafficOfPort({ type: "nothing" } as PortMatch, named)).toStrictEqual({
    sure: NO_TRAFFIC,
    unknown: NO_TRAFFIC,
  });
});
