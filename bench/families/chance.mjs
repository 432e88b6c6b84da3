import { adminPolicy, deployment, meta, namespace, networkPolicy, object } from "../documents.mjs";
import { seeded } from "../random.mjs";

/**
 * A cluster whose every number is drawn, over orders of size: how many namespaces, workloads, policies and ports there are,
 * how much is asked by labels, blocks or names, whether pods have addresses. Another seed is a cluster of quite another kind.
 */
export function chance({ scale, seed }) {
  const random = seeded(seed);
  /** Evenly over orders of size. */
  const drawn = (least, most) =>
    Math.max(least, Math.round(least * (most / least) ** (random.below(10_001) / 10_000)));
  const share = () => random.below(101);
  const happens = (percent) => random.below(100) < percent;
  const words = (name, count) => Array.from({ length: count }, (_, i) => `${name}-${i}`);
  const some = (most, make) => Array.from({ length: 1 + random.below(most) }, make);

  const spaces = words("ns", drawn(1, 120));
  const spaceKeys = words("about", drawn(1, 6)).map((key) => ({ key, values: words("s", drawn(1, 12)) }));
  const podKeys = words("kind", drawn(1, 8)).map((key) => ({ key, values: words("v", drawn(1, 40)) }));
  const counts = {
    workloads: scale * drawn(20, 500),
    policies: scale * drawn(20, 600),
    admins: happens(50) ? scale * drawn(2, 60) : 0,
    clusters: happens(35) ? scale * drawn(2, 40) : 0,
  };
  const most = { rules: drawn(1, 6), peers: drawn(1, 8), ports: drawn(1, 6), except: drawn(1, 5) };
  const vocabulary = { ports: drawn(2, 200), names: drawn(1, 12), blocks: drawn(2, 120) };
  const percent = {
    addresses: happens(50) ? 100 : 0,
    ownName: share(),
    block: share() / 2,
    wholeSpace: share() / 3,
    namedPort: happens(50) ? share() / 2 : 0,
    range: share() / 3,
    notTcp: share() / 3,
    expression: share() / 2,
    anyPort: share(),
    everything: share() / 4,
    egress: share(),
    services: happens(40) ? share() : 0,
  };
  const blocks = Array.from({ length: vocabulary.blocks }, () => {
    const prefix = 8 + random.below(17);
    const bits = ((random.pick([10, 172, 192, 100, 34]) << 24) | random.below(1 << 24)) >>> 0;
    const base = prefix === 32 ? bits : (bits >>> (32 - prefix)) * 2 ** (32 - prefix);
    return { base, prefix };
  });
  const cidrText = ({ base, prefix }) =>
    `${[24, 16, 8, 0].map((shift) => (base >>> shift) & 255).join(".")}/${prefix}`;
  const block = () => {
    const outer = random.pick(blocks);
    const except = Array.from({ length: random.below(most.except + 1) }, () => {
      const prefix = Math.min(30, outer.prefix + 1 + random.below(8));
      const step = 2 ** (32 - prefix);
      return cidrText({ base: outer.base + random.below(2 ** (prefix - outer.prefix)) * step, prefix });
    });
    return {
      cidr: cidrText(outer),
      ...(except.length === 0 || !happens(40) ? {} : { except: [...new Set(except)] }),
    };
  };
  const labelsOf = (keys, percentOfKeys) =>
    Object.fromEntries(
      keys.filter(() => happens(percentOfKeys)).map(({ key, values }) => [key, random.pick(values)]),
    );
  const workloads = Array.from({ length: counts.workloads }, (_, i) => ({
    name: `app-${i}`,
    space: random.pick(spaces),
    labels: { app: `app-${i}`, ...labelsOf(podKeys, 80) },
    ports: some(3, () => ({
      name: `port-${random.below(vocabulary.names)}`,
      containerPort: 8000 + random.below(vocabulary.ports),
    })).filter(({ name }, at, all) => all.findIndex((each) => each.name === name) === at),
  }));
  const selector = (keys) => {
    const { key, values } = random.pick(keys);
    if (!happens(percent.expression)) return { matchLabels: { [key]: random.pick(values) } };
    const operator = random.pick(["In", "NotIn", "Exists", "DoesNotExist"]);
    const listed = operator.endsWith("In")
      ? { values: [...new Set(some(3, () => random.pick(values)))] }
      : {};
    return { matchExpressions: [{ key, operator, ...listed }] };
  };
  const podSelector = () => {
    if (happens(percent.everything)) return {};
    return happens(percent.ownName)
      ? { matchLabels: { app: random.pick(workloads).name } }
      : selector(podKeys);
  };
  const peer = () => {
    if (happens(percent.block)) return { ipBlock: block() };
    if (happens(percent.wholeSpace)) return { namespaceSelector: selector(spaceKeys) };
    return {
      podSelector: podSelector(),
      ...(happens(40) ? { namespaceSelector: selector(spaceKeys) } : {}),
    };
  };
  const number = () => 8000 + random.below(vocabulary.ports);
  const port = () => {
    if (happens(percent.namedPort)) return { port: `port-${random.below(vocabulary.names)}` };
    const start = number();
    return {
      port: start,
      ...(happens(percent.range) ? { endPort: start + 1 + random.below(300) } : {}),
      ...(happens(percent.notTcp) ? { protocol: random.pick(["UDP", "SCTP"]) } : {}),
    };
  };
  const rules = (side) =>
    some(most.rules, () => ({
      [side]: some(most.peers, peer),
      ...(happens(percent.anyPort) ? {} : { ports: some(most.ports, port) }),
    }));
  const policy = () => {
    const away = happens(percent.egress);
    const here = !away || happens(70);
    return {
      podSelector: podSelector(),
      policyTypes: [...(here ? ["Ingress"] : []), ...(away ? ["Egress"] : [])],
      ...(here && happens(85) ? { ingress: rules("from") } : {}),
      ...(away && happens(85) ? { egress: rules("to") } : {}),
    };
  };
  const subject = () =>
    random.pick([
      () => ({ namespaces: {} }),
      () => ({ namespaces: selector(spaceKeys) }),
      () => ({ pods: { namespaceSelector: selector(spaceKeys), podSelector: podSelector() } }),
    ])();
  const adminPeer = (side) => {
    if (side === "to" && happens(percent.block))
      return { networks: [...new Set(some(3, () => cidrText(random.pick(blocks))))] };
    return subject();
  };
  const adminRules = (side, actions, portsOf) =>
    some(most.rules, (_, i) => ({
      name: `rule-${i}`,
      action: random.pick(actions),
      [side]: some(Math.min(most.peers, 4), () => adminPeer(side)),
      ...(happens(percent.anyPort) ? {} : portsOf()),
    }));
  const portRange = () => {
    const start = number();
    return { start, end: start + 1 + random.below(300) };
  };
  const olderPorts = () => ({
    ports: some(Math.min(most.ports, 3), () =>
      happens(percent.range)
        ? { portRange: { protocol: "TCP", ...portRange() } }
        : { portNumber: { protocol: happens(percent.notTcp) ? "UDP" : "TCP", port: number() } },
    ),
  });
  const newerPorts = () => ({
    protocols: some(Math.min(most.ports, 3), () => ({
      [happens(percent.notTcp) ? "udp" : "tcp"]: {
        destinationPort: happens(percent.range) ? { range: portRange() } : { number: number() },
      },
    })),
  });
  const sides = (make) => ({
    ...(happens(60) ? { ingress: make("from") } : {}),
    ...(happens(80) ? { egress: make("to") } : {}),
  });
  return [
    ...spaces.map((name) => namespace(name, labelsOf(spaceKeys, 85))),
    ...workloads.flatMap(({ name, space, labels, ports }, i) => {
      const containers = [{ name: "main", image: "r/app:1", ports }];
      if (percent.addresses === 0) return [deployment(name, space, labels, containers)];
      return [
        object("v1", "Pod", meta(name, space, labels), {
          spec: { nodeName: `node-${i % 7}`, containers },
          status: { phase: "Running", podIP: `10.${(i >>> 16) & 255}.${(i >>> 8) & 255}.${i & 255}` },
        }),
      ];
    }),
    ...workloads
      .filter(() => happens(percent.services))
      .map(({ name, space, ports }) =>
        object("v1", "Service", meta(name, space), {
          spec: { selector: { app: name }, ports: [{ port: 80, targetPort: ports[0].containerPort }] },
        }),
      ),
    ...Array.from({ length: counts.policies }, (_, i) =>
      networkPolicy(`policy-${i}`, random.pick(spaces), policy()),
    ),
    ...Array.from({ length: counts.admins }, (_, i) =>
      adminPolicy(`older-${i}`, {
        priority: i % 1000,
        subject: subject(),
        ...sides((side) => adminRules(side, ["Allow", "Deny", "Pass"], olderPorts)),
      }),
    ),
    ...Array.from({ length: counts.clusters }, (_, i) =>
      object("policy.networking.k8s.io/v1alpha2", "ClusterNetworkPolicy", meta(`newer-${i}`), {
        spec: {
          tier: happens(80) ? "Admin" : "Baseline",
          priority: i % 1000,
          subject: subject(),
          ...sides((side) => adminRules(side, ["Accept", "Deny", "Pass"], newerPorts)),
        },
      }),
    ),
  ];
}
