import { load } from "js-yaml";
import { expect, it } from "vitest";
import { runAnp } from "../../support/run-anp.js";
import { PLUGIN_CRDS, SETTINGS_MAPS } from "../../../src/cluster/kinds/plugins/settings.js";
import { POLICY_CRDS, STORED_KINDS } from "../../../src/cluster/kinds/stored-kinds.js";

interface ClusterRole {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules: readonly {
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly nonResourceURLs?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

it("the printed ClusterRole allows to list what a snapshot asks for, and nothing more", async () => {
  const { code, stdout } = await runAnp(["snapshot", "--print-rbac"]);
  expect(code).toBe(0);
  const role = load(stdout) as ClusterRole;
  expect(role).toMatchObject({ apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" });
  const allowed = role.rules.flatMap(({ apiGroups = [], resources = [], resourceNames, verbs }) =>
    apiGroups.flatMap((group) =>
      resources.map((resource) => `${group}/${resource} ${resourceNames?.join() ?? "*"} ${verbs.join()}`),
    ),
  );
  const listed = STORED_KINDS.filter(({ purposes }) => purposes.includes("snapshot")).flatMap(
    ({ apiVersions, plural }) => {
      const groups = new Set(apiVersions.map((each) => (each.includes("/") ? each.split("/")[0] : "")));
      return [...groups].map((group) => `${group}/${plural} * get,list`);
    },
  );
  const definitions = `apiextensions.k8s.io/customresourcedefinitions ${[...POLICY_CRDS, ...PLUGIN_CRDS].toSorted().join()} get`;
  const settings = `/configmaps ${[...new Set(SETTINGS_MAPS.map(({ name }) => name))].toSorted().join()} get`;
  expect(allowed.toSorted()).toEqual([...listed, definitions, settings].toSorted());
  expect(role.rules.flatMap(({ nonResourceURLs = [] }) => nonResourceURLs)).toEqual([
    "/api",
    "/api/*",
    "/apis",
    "/apis/*",
    "/version",
  ]);
});

it("the rules are sorted", async () => {
  const { rules } = load((await runAnp(["snapshot", "--print-rbac"])).stdout) as ClusterRole;
  const groups = rules.flatMap(({ apiGroups = [] }) => apiGroups);
  expect(groups).toEqual(groups.toSorted());
  const listing = rules.filter(({ verbs }) => verbs.includes("list"));
  const listed = listing.flatMap(({ apiGroups = [] }) => apiGroups);
  expect(new Set(listed).size).toBe(listed.length);
  for (const { resources = [] } of rules) expect(resources).toEqual(resources.toSorted());
});
