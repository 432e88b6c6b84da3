import { apiServer } from "../../../cluster/model/api-server.js";
import { byPlace } from "../../../cluster/problems/object-places.js";
import { egressByClass } from "../isolation/egress-by-class.js";
import { firstFew } from "../../../cluster/problems/selection.js";
import { groupBy } from "../../../base/collections/group-by.js";
import { isolationOf } from "../proofs/bypassing.js";
import { mayBeDecidedByForeign } from "../isolation/foreign.js";
import { oncePer } from "../../../base/collections/once-per.js";
import { peersOf } from "../../../cluster/model/policy-parts.js";
import { policiesBeside } from "../isolation/beside.js";
import { qualifiedName } from "../../../cluster/model/object-ref.js";
import type { AccountName, RoleName } from "../../../cluster/model/api-access.js";
import type { Cluster, Workload } from "../../../cluster/model/cluster.js";
import type { Policy, PortMatch, Rule } from "../../../cluster/model/policy.js";
import type { Problem } from "../../../cluster/problems/problem.js";

/** Where API servers listen, behind port 443 of their Service or themselves. */
const API_PORTS: readonly number[] = [443, 6443, 7443, 8443, 9443, 16_443];

/** Roles that every server has, and that are for using objects. */
const OWN_ROLES: ReadonlySet<string> = new Set(["cluster-admin", "admin", "edit", "view"]);

/**
 * Pods with a ServiceAccount that a role lets use the API, whose egress is isolated, and none of whose rules could match a connection
 * to any API server. One finding for each namespace. Nothing where its nodes are known: then each flow to them is walked.
 */
export function* podsWithoutApi(cluster: Cluster): Generator<Problem> {
  if (cluster.facts.mayMissPolicies || apiServer(cluster) !== undefined) return;
  const roles = rolesByAccount(cluster);
  if (roles.size === 0) return;
  const egress = cluster.policies.filter(({ rules }) => rules.egress !== undefined);
  // What another tier accepts is walked before.
  if (egress.some(({ tier }) => tier !== "NetworkPolicy")) return;
  const namespaces = new Set(egress.flatMap(({ ref }) => ref.namespace ?? []));
  const beside = [...namespaces].flatMap((namespace) => policiesBeside(cluster, namespace));
  const byClass = egressByClass(cluster, [
    ...egress,
    ...beside.filter(({ rules }) => rules.egress !== undefined),
  ]);
  const found = [...byClass].flatMap(([{ representative, workloads }, policies]) => {
    cluster.work?.take(policies.length);
    if (policies.some(mayReachApi) || mayBeDecidedByForeign(cluster, representative.namespace)) return [];
    return [...new Set(workloads)].flatMap((workload) => {
      const used = usedAccount(cluster, workload);
      const role = used === undefined ? undefined : roles.get(keyOf(used));
      return used === undefined || role === undefined ? [] : [{ workload, used, role, policies }];
    });
  });
  for (const alike of groupBy(found, ({ workload }) => workload.namespace).values()) {
    const [{ used, role }] = alike;
    const policies = [...new Set(alike.flatMap((each) => each.policies))].toSorted(byPlace);
    const policy = policies.find(({ rules }) => (rules.egress?.rules.length ?? 0) > 0) ?? policies[0];
    if (policy === undefined) continue;
    yield {
      code: "api-port-never-allowed",
      facts: {
        workloads: firstFew(alike.map(({ workload }) => qualifiedName(workload))),
        account: used.name,
        role: `${role.kind} ${role.name}`,
      },
      at: isolationOf(policy, "egress"),
      object: policy.ref,
    };
  }
}

/** The ServiceAccount that a workload names and whose token its pods get; undefined where one of its pods has none. */
function usedAccount(cluster: Cluster, { namespace, settings }: Workload): AccountName | undefined {
  const [first, ...others] = settings.map(({ account }) => account);
  if (first?.name === undefined || others.some(({ name }) => name !== first.name)) return undefined;
  const account = { namespace, name: first.name };
  const byDefault = !unmountedAccounts(cluster).has(keyOf(account));
  return settings.every((each) => each.account.isMounted ?? byDefault) ? account : undefined;
}

const unmountedAccounts = oncePer(
  ({ access }: Cluster): ReadonlySet<string> =>
    new Set(access.flatMap((each) => (each.type === "unmounted-account" ? [keyOf(each.account)] : []))),
);

/** For each ServiceAccount that is bound to a role for objects, the first of those roles. */
const rolesByAccount = oncePer(({ access }: Cluster): ReadonlyMap<string, RoleName> => {
  const using = new Set(
    access.flatMap((each) => (each.type === "role" && each.usesObjects ? [roleKey(each.role)] : [])),
  );
  const found = new Map<string, RoleName>();
  for (const each of access) {
    if (each.type !== "binding") continue;
    const { role, accounts } = each;
    const isOwn = role.kind === "ClusterRole" && OWN_ROLES.has(role.name);
    if (!isOwn && !using.has(roleKey(role))) continue;
    for (const account of accounts) if (!found.has(keyOf(account))) found.set(keyOf(account), role);
  }
  return found;
});

const keyOf = ({ namespace, name }: AccountName): string => `${namespace}/${name}`;

const roleKey = ({ kind, namespace, name }: RoleName): string => JSON.stringify([kind, namespace, name]);

/** True where a rule may match a connection to some API server: it is at addresses, on no pod of the pod network. */
function mayReachApi({ rules: { egress } }: Policy): boolean {
  return (egress?.rules ?? []).some(
    (rule) =>
      (rule.ports.all || rule.ports.items.some(mayBeApiPort)) && (rule.peers.all || namesMoreThanPods(rule)),
  );
}

function namesMoreThanPods(rule: Rule): boolean {
  return peersOf(rule).some(({ type }) => type !== "pods" && type !== "nothing");
}

function mayBeApiPort(item: PortMatch): boolean {
  if (item.type === "name") return true;
  return item.type === "range" && API_PORTS.some((port) => item.first <= port && port <= item.last);
}
