import { describe, expect, it } from "vitest";
import { documents, findingsOf, pod, policy, service } from "../../support/exposure.js";
import { folderWith } from "../../support/folder.js";
import { runAnp } from "../../support/run-anp.js";

function web(fields: string, initFields?: string): string {
  const init =
    initFields === undefined ? "" : `, initContainers: [{ name: init, image: init, ${initFields} }]`;
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: web, ${fields} }]${init} }
`;
}

function env(name: string, value: string): string {
  return `env: [{ name: ${name}, value: "${value}" }]`;
}

function configMap(data: string, name = "settings", namespace = "shop"): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, namespace: ${namespace} }
data: { ${data} }
`;
}

const PORTS = "[{ name: redis, containerPort: 6379 }]";
const REDIS = pod("shop", "redis", PORTS);
const REDIS_SERVICE = service(
  "shop",
  "redis",
  "{ selector: { app: redis }, ports: [{ port: 80, targetPort: redis }] }",
);
const CLOSED = policy(
  "shop",
  "closed",
  "{ podSelector: { matchLabels: { app: redis } }, policyTypes: [Ingress] }",
);
const EGRESS = policy(
  "shop",
  "web-egress",
  "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress] }",
);
const BASE = [REDIS, REDIS_SERVICE, CLOSED];

const MAIL = documents(
  pod("shop", "mail", "[{ containerPort: 25 }]"),
  service("shop", "mail", "{ selector: { app: mail }, ports: [{ port: 25 }] }"),
  policy("shop", "mail", "{ podSelector: { matchLabels: { app: mail } }, policyTypes: [Ingress] }"),
);
const TWO = web('env: [{ name: REDIS_URL, value: "redis:80" }, { name: SMTP, value: "mail:25" }]');

async function blocked(...texts: readonly string[]): Promise<string[]> {
  const all = await findingsOf("configured-address-blocked", documents(...texts));
  return all.map(
    ({ at, facts: { concerned, setting, host, port, service: name, listening, side } }) =>
      `${at}: ${concerned.first} + ${concerned.count - 1}, ${setting} ${host}:${port} is ${name} ${listening.port}/${listening.protocol}, ${side}`,
  );
}

const found = (setting: string, host = "redis", port = 80): string =>
  `Ingress: shop/web + 0, ${setting} ${host}:${port} is shop/redis 6379/TCP, ingress`;

describe("pods of a StatefulSet that are told the names of the others", () => {
  const VOTERS = "1@kafka-0.kafka:9093,2@kafka-1.kafka:9093";
  const kafka = (fields: string, replicas = 2): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: kafka, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: kafka } }
  template:
    metadata: { labels: { app: kafka } }
    spec: { containers: [{ name: kafka, image: kafka, ${fields} }] }
`;
  const KAFKA = service(
    "shop",
    "kafka",
    "{ clusterIP: None, selector: { app: kafka }, ports: [{ port: 9092 }] }",
  );
  const let9092 = (from = "{ podSelector: {} }", port = 9092): string =>
    policy(
      "shop",
      "kafka",
      `{ podSelector: { matchLabels: { app: kafka } }, policyTypes: [Ingress], ingress: [{ from: [${from}], ports: [{ port: ${port} }] }] }`,
    );
  const denied = (setting: string, host = "kafka-0.kafka", side = "ingress"): string[] => [
    `${side === "ingress" ? "Ingress" : "Egress"}: shop/kafka + 0, ${setting} ${host}:9093 is shop/kafka 9093/TCP, ${side}`,
  ];

  it.each<[what: string, texts: readonly string[], expected: readonly string[]]>([
    ["by number", [kafka(env("VOTERS", VOTERS)), KAFKA, let9092()], denied("VOTERS")],
    [
      "in an argument, by name",
      [
        kafka('args: ["--initial-cluster=a=http://kafka-0.kafka:9093,b=http://kafka-1.kafka:9093"]'),
        KAFKA,
        let9092(),
      ],
      denied("--initial-cluster"),
    ],
    [
      "by their whole names",
      [
        kafka(env("PEERS", "kafka-1.kafka.shop.svc.cluster.local:9093,kafka-0.kafka.shop.svc:9093")),
        KAFKA,
        let9092(),
      ],
      denied("PEERS", "kafka-1.kafka.shop.svc.cluster.local"),
    ],
    [
      "and may not connect to anything",
      [
        kafka(env("VOTERS", VOTERS)),
        KAFKA,
        policy("shop", "out", "{ podSelector: { matchLabels: { app: kafka } }, policyTypes: [Egress] }"),
      ],
      denied("VOTERS", "kafka-0.kafka", "egress"),
    ],
    ["and let them in", [kafka(env("VOTERS", VOTERS)), KAFKA, let9092("{ podSelector: {} }", 9093)], []],
    [
      "and let themselves in by their label",
      [
        kafka(env("VOTERS", VOTERS)),
        KAFKA,
        let9092("{ podSelector: { matchLabels: { app: kafka } } }", 9093),
      ],
      [],
    ],
    ["of which there is one alone", [kafka(env("VOTERS", VOTERS), 1), KAFKA, let9092()], []],
    ["of which one is named", [kafka(env("VOTERS", "1@kafka-0.kafka:9093")), KAFKA, let9092()], []],
    ["under which others find them", [kafka(env("ADVERTISED", VOTERS)), KAFKA, let9092()], []],
    [
      "behind another name",
      [kafka(env("VOTERS", VOTERS)), KAFKA.replace("name: kafka", "name: k"), let9092()],
      [],
    ],
  ])("%s", async (_, texts, expected) => {
    expect(await blocked(...texts)).toEqual(expected);
  });
});

describe("pods that are configured with a Service that policies keep them from", () => {
  it.each<[what: string, fields: string, expected: string]>([
    ["a name and a port", env("REDIS_ADDR", "redis:80"), found("REDIS_ADDR")],
    ["with the namespace", env("REDIS", "redis.shop:80"), found("REDIS", "redis.shop")],
    [
      "the whole name",
      env("REDIS", "Redis.shop.svc.cluster.local.:80"),
      found("REDIS", "redis.shop.svc.cluster.local"),
    ],
    ["a URL with a port that goes without saying", env("CACHE_URL", "http://redis/"), found("CACHE_URL")],
    [
      "a URL with what is nobody's business",
      env("CACHE_URL", "redis+ssl://canary:canary@redis:80/canary?canary=canary"),
      found("CACHE_URL"),
    ],
    ["one of several", env("CACHES", "other:80, redis:80"), found("CACHES")],
    [
      "a host with its port beside it",
      `env: [{ name: REDIS_PORT, value: "80" }, { name: REDIS_HOST, value: redis }]`,
      found("REDIS_HOST"),
    ],
    ["a host, where the Service has one port", env("REDIS_HOST", "redis"), found("REDIS_HOST")],
    ["a server called the origin", env("ORIGIN_URL", "http://redis:80"), found("ORIGIN_URL")],
    ["an argument with a flag", `args: ["--redis=redis:80"]`, found("--redis")],
    ["an argument behind a flag", `command: [web, -redis, "redis:80"]`, found("-redis")],
    ["an argument by itself", `args: [serve, "redis:80"]`, found("argument")],
    [
      "a URL in a script",
      `command: [sh, -c, "until curl -sf http://redis/up; do sleep 1; done"]`,
      found("script"),
    ],
    [
      "a URL in a script of several lines",
      `command: [bash, -ec], args: ["set -u\\ncurl 'http://redis:80'"]`,
      found("script"),
    ],
    [
      "a URL with a user in a script",
      `args: [-c, "redis-cli -u redis://me:secret@redis:80"]`,
      found("script"),
    ],
    [
      "what a script waits for",
      `command: [sh, -c, "until nc -z redis 80; do sleep 1; done"]`,
      found("script"),
    ],
    ["for a time", `command: [sh, -c, "nc -zv -w 2 redis.shop 80 || exit 1"]`, found("script", "redis.shop")],
    [
      "the database a script waits for",
      `command: [sh, -c, "pg_isready -U me -h redis -p 80"]`,
      found("script"),
    ],
    ["what a script backs up", `command: [sh, -c, "pg_dump -U me -h redis -p 80 > /b.sql"]`, found("script")],
    [
      "what a script asks",
      `command: [bash, -ec, "redis-cli -p80 --host=redis info | grep x"]`,
      found("script"),
    ],
    ["a database with a password", `args: [-c, "mysqldump -pS3cret -P 80 -h redis shop"]`, found("script")],
    [
      "what a client asks, without a shell",
      `command: [redis-cli, -h, redis, -p, "80", info]`,
      found("argument"),
    ],
    [
      "a host of libpq with its port",
      `env: [{ name: PGHOST, value: redis }, { name: PGPORT, value: "80" }]`,
      found("PGHOST"),
    ],
    [
      "a key of a ConfigMap",
      `env: [{ name: A, valueFrom: { configMapKeyRef: { name: settings, key: redis-addr } } }]`,
      found("redis-addr"),
    ],
    ["all of a ConfigMap", "envFrom: [{ configMapRef: { name: settings } }]", found("redis-addr")],
  ])("%s", async (_what, fields, expected) => {
    expect(await blocked(web(fields), configMap(`redis-addr: "redis:80", other: text`), ...BASE)).toEqual([
      expected,
    ]);
  });

  it("by a policy of their own egress", async () => {
    expect(await blocked(web(env("A", "redis:80")), REDIS, REDIS_SERVICE, EGRESS)).toEqual([
      "Egress: shop/web + 0, A redis:80 is shop/redis 6379/TCP, egress",
    ]);
  });

  it("in an init container, told once for both", async () => {
    const both = web(env("A", "redis:80"), env("B", "redis.shop.svc:80"));
    expect(await blocked(both, ...BASE)).toEqual([found("B", "redis.shop.svc")]);
  });

  it("several of them at what denies them are one finding", async () => {
    const other = web(env("B", "redis:80")).replaceAll("web", "api");
    expect(await blocked(web(env("A", "redis:80")), other, ...BASE)).toEqual([
      "Ingress: shop/api + 1, B redis:80 is shop/redis 6379/TCP, ingress",
    ]);
  });

  describe("a ConfigMap that several take as a whole", () => {
    const TAKES = "envFrom: [{ configMapRef: { name: settings } }]";
    const map = configMap(`redis-addr: "redis:80", other: text`);
    const api = web(TAKES).replaceAll("web", "api");
    const forApi = policy(
      "shop",
      "for-api",
      "{ podSelector: { matchLabels: { app: redis } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: api } } }] }] }",
    );

    it("has addresses for those that are let in", async () => {
      expect(await blocked(web(TAKES), api, map, ...BASE, forApi)).toEqual([]);
    });

    it("shows that one of them is let in nowhere", async () => {
      expect(await blocked(web(TAKES), api, map, ...BASE)).toEqual([
        "Ingress: shop/api + 1, redis-addr redis:80 is shop/redis 6379/TCP, ingress",
      ]);
    });

    it("says nothing of who takes the key by itself", async () => {
      const one = web(
        "env: [{ name: A, valueFrom: { configMapKeyRef: { name: settings, key: redis-addr } } }]",
      );
      expect(await blocked(one, api, map, ...BASE, forApi)).toEqual([found("redis-addr")]);
    });

    it("says nothing of who has the address in its own variables", async () => {
      expect(await blocked(web(env("A", "redis:80")), api, map, ...BASE, forApi)).toEqual([found("A")]);
    });

    const job = (kind: "Job" | "CronJob"): string => {
      const template = `template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: web, image: web, ${TAKES} }] } }`;
      const spec = kind === "Job" ? template : `jobTemplate: { spec: { ${template} } }`;
      return `apiVersion: batch/v1\nkind: ${kind}\nmetadata: { name: web, namespace: shop }\nspec: { ${spec} }\n`;
    };
    const QUEUE = [
      pod("shop", "queue", "[{ containerPort: 5672 }]"),
      service("shop", "queue", "{ selector: { app: queue }, ports: [{ port: 5672 }] }"),
    ];
    const both = configMap(`redis-addr: "redis:80", queue-addr: "queue:5672"`);
    const closedQueue = policy(
      "shop",
      "queue",
      "{ podSelector: { matchLabels: { app: queue } }, policyTypes: [Ingress], ingress: [{ from: [{ podSelector: { matchLabels: { app: api } } }] }] }",
    );

    it.each(["Job", "CronJob"] as const)("is for a %s, too, which reaches nothing of it", async (kind) => {
      // The first of its addresses stands for them.
      expect(await blocked(job(kind), api, both, ...BASE, forApi, ...QUEUE, closedQueue)).toEqual([
        "Ingress: shop/web + 0, redis-addr redis:80 is shop/redis 6379/TCP, ingress",
      ]);
      expect(await blocked(job(kind), api, both, ...BASE, forApi, ...QUEUE)).toEqual([]);
    });

    it.each([
      ["not for one that a policy lets out elsewhere", 5432, 0],
      ["for one that a policy lets ask for names alone", 53, 1],
    ])("is %s", async (_what, port, count) => {
      const out = policy(
        "shop",
        "out",
        `{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ ports: [{ port: ${port} }] }] }`,
      );
      const all = [job("Job"), api, both, ...BASE, forApi, ...QUEUE, closedQueue, out];
      expect(await blocked(...all)).toHaveLength(count);
    });

    it("is another one in another namespace", async () => {
      const away = api.replaceAll("namespace: shop", "namespace: away");
      expect(await blocked(web(TAKES), away, map, ...BASE)).toEqual([found("redis-addr")]);
    });
  });

  it("the pods of a headless Service, on their own port", async () => {
    const headless = service("shop", "redis", "{ clusterIP: None, selector: { app: redis }, ports: [] }");
    expect(await blocked(web(env("A", "redis:6379")), REDIS, headless, CLOSED)).toEqual([
      "Ingress: shop/web + 0, A redis:6379 is shop/redis 6379/TCP, ingress",
    ]);
  });
});

describe("nothing is said of", () => {
  const open = policy(
    "shop",
    "open",
    "{ podSelector: { matchLabels: { app: redis } }, ingress: [{ from: [{ podSelector: { matchLabels: { app: web } } }], ports: [{ port: redis }] }] }",
  );
  const partly = pod("shop", "redis-2", PORTS).replace("app: redis-2", "app: redis, part: two");
  const onlyFirst = policy(
    "shop",
    "closed",
    "{ podSelector: { matchExpressions: [{ key: part, operator: DoesNotExist }, { key: app, operator: In, values: [redis] }] }, policyTypes: [Ingress] }",
  );

  it.each<[what: string, texts: readonly string[]]>([
    ["what is allowed", [web(env("A", "redis:80")), ...BASE, open]],
    ["what no policy concerns", [web(env("A", "redis:80")), REDIS, REDIS_SERVICE]],
    [
      "a Service of which some pods are reached",
      [web(env("A", "redis:80")), REDIS, partly, REDIS_SERVICE, onlyFirst],
    ],
    ["a port that the Service does not have", [web(env("A", "redis:6379")), ...BASE]],
    ["a Service that is not there", [web(env("A", "cache:80")), ...BASE]],
    [
      "one of another namespace by its short name",
      [web(env("A", "redis:80")).replace("namespace: shop", "namespace: ops"), ...BASE],
    ],
    ["a host without anything that says it is one", [web(env("MODE", "redis")), ...BASE]],
    ["a script that prints it", [web(`command: [sh, -c, "echo http://redis:80"]`), ...BASE]],
    ["a script with it in a comment", [web(`command: [sh, -c, "# http://redis:80\\ntrue"]`), ...BASE]],
    ["a script with another host", [web(`command: [sh, -c, "curl http://redis.example.com:80"]`), ...BASE]],
    ["a client with its usual port", [web(`command: [sh, -c, "redis-cli -h redis info"]`), ...BASE]],
    ["a client of a host in a variable", [web(`command: [sh, -c, "psql -h $DB_HOST -p 80"]`), ...BASE]],
    ["a password of a client", [web(`command: [sh, -c, "mysql -p80 -h redis"]`), ...BASE]],
    ["another program of such a name", [web(`command: [sh, -c, "./my-psql -h redis -p 80"]`), ...BASE]],
    ["another option of a client", [web(`command: [sh, -c, "mysqldump --hosts=redis -P 80"]`), ...BASE]],
    ["a client that is printed", [web(`command: [sh, -c, "echo psql -h redis -p 80"]`), ...BASE]],
    ["a client behind another program", [web(`command: [serve, redis-cli, -h, redis]`), ...BASE]],
    ["a sentence", [web(env("A", "ask redis:80")), ...BASE]],
    ["an image", [web(env("IMAGE", "redis:80-alpine")), ...BASE]],
    ["a template", [web(env("A", "http://$(HOST):80")), ...BASE]],
    ["a scheme that is no connection", [web(env("A", "file://redis:80/")), ...BASE]],
    ["what it listens on", [web(env("A", ":80")), ...BASE]],
    ["who may call it", [web(env("CORS_ALLOWED", "http://redis:80")), ...BASE]],
    [
      "who may call it, one of several",
      [web(env("Security__AllowedOrigins", "http://a, http://redis:80")), ...BASE],
    ],
    ["its own origin", [web(env("ORIGIN", "http://redis:80")), ...BASE]],
    ["the hosts that it answers as", [web(env("ALLOWED_HOSTS", "localhost:80,redis:80")), ...BASE]],
    ["where a browser goes back to", [web(env("OAUTH_REDIRECT_URL", "http://redis:80/back")), ...BASE]],
    ["who may call it, by a flag", [web(`args: ["--cors-origins=http://redis:80"]`), ...BASE]],
    [
      "who may call it, of a ConfigMap",
      [
        web("envFrom: [{ configMapRef: { name: settings } }]"),
        configMap(`CORS_ORIGINS: "http://redis:80"`),
        ...BASE,
      ],
    ],
    [
      "the pods themselves",
      [
        web(env("ADVERTISED", "web:80")),
        service("shop", "web", "{ selector: { app: web }, ports: [{ port: 80 }] }"),
        EGRESS,
      ],
    ],
    [
      "a ConfigMap that the pods do not use",
      [web("args: [a]"), configMap(`redis-addr: "redis:80"`), ...BASE],
    ],
    [
      "a ConfigMap of another namespace",
      [
        web("envFrom: [{ configMapRef: { name: settings } }]"),
        configMap(`a: "redis:80"`, "settings", "ops"),
        ...BASE,
      ],
    ],
    ["a variable without a name", [web(`env: [{ value: "redis:80" }]`), ...BASE]],
    ["a variable without a value", [web("env: [{ name: redis }]"), ...BASE]],
    [
      "another key of it",
      [
        web("env: [{ name: A, valueFrom: { configMapKeyRef: { name: settings, key: other } } }]"),
        configMap(`a: "redis:80", other: text`),
        ...BASE,
      ],
    ],
    [
      "a script that waits for a host in a variable",
      [web(`command: [sh, -c, "nc -z $HOST 80; pg_isready -h $HOST"]`), ...BASE],
    ],
    ["a script that listens", [web(`command: [sh, -c, "nc -l redis 80"]`), ...BASE]],
    ["a script that sends over UDP", [web(`command: [sh, -c, "nc -zu redis 80"]`), ...BASE]],
    [
      "a Service that stands for a name",
      [
        web(env("A", "redis:80")),
        CLOSED,
        REDIS,
        service("shop", "redis", "{ type: ExternalName, externalName: example.com }"),
      ],
    ],
  ])("%s", async (_what, texts) => {
    expect(await blocked(...texts)).toEqual([]);
  });

  it("two ConfigMaps of one name: they decide nothing", async () => {
    const twice = documents(configMap("a: one"), configMap("a: two"), web("args: [a]"));
    expect(await findingsOf("duplicate-object", twice)).toEqual([]);
  });
});

describe("where the other side denies too", () => {
  const WEB = web(env("A", "redis:80"));
  const API = web(env("B", "redis:80")).replaceAll("web", "api");
  const ALL = policy("shop", "sealed", "{ podSelector: {}, policyTypes: [Ingress, Egress] }");
  const OPEN = policy(
    "shop",
    "open",
    "{ podSelector: { matchLabels: { app: web } }, policyTypes: [Egress], egress: [{ ports: [{ port: 6379 }] }] }",
  );
  /** What may be done, and what stands under the other place. */
  async function advice(...texts: readonly string[]): Promise<readonly unknown[]> {
    const args = ["lint", "-o", "json", "--only", "configured-address-blocked"];
    const { stdout } = await runAnp(args, { cwd: folderWith({ "a.yaml": documents(...texts) }) });
    const { findings } = JSON.parse(stdout) as {
      findings: { help: string; related: { message: string }[] }[];
    };
    return findings.map(({ help, related }) => [help, ...related.map(({ message }) => message)]);
  }
  const LET_IN = "allow ingress from `shop/web` to the pods of `shop/redis` on TCP 6379";
  const LET_BOTH_IN =
    "allow ingress from `shop/api` and 1 other workload to the pods of `shop/redis` on TCP 6379";
  const TOO = "denies the egress to them as well";

  it.each<[what: string, texts: readonly string[], expected: readonly string[]]>([
    [
      "by a policy for the workload",
      [WEB, EGRESS, ...BASE],
      [`${LET_IN}, and its egress to them: both sides deny it`, TOO],
    ],
    [
      "by one default-deny for all",
      [WEB, REDIS, REDIS_SERVICE, ALL],
      [`${LET_IN}, and its egress to them: both sides deny it`, TOO],
    ],
    [
      "of all workloads",
      [WEB, API, REDIS, REDIS_SERVICE, ALL],
      [`${LET_BOTH_IN}, and their egress to them: both sides deny it`, TOO],
    ],
    [
      "of all that a workload is configured with",
      [TWO, MAIL, EGRESS, ...BASE],
      [
        "allow egress of `shop/web` to the pods of these Services, and ingress from it to each: both sides deny it",
        "denies the egress to all of them as well",
        "nor does this one",
      ],
    ],
    [
      "of some workloads",
      [WEB, API, EGRESS, ...BASE],
      [`${LET_BOTH_IN}, and egress of \`shop/web\` to them: both sides deny it`, TOO],
    ],
  ])("both are told: %s", async (_what, texts, expected) => {
    expect(await advice(...texts)).toEqual([expected]);
  });

  it.each<[what: string, texts: readonly string[], expected: string]>([
    ["no policy is about egress", [WEB, ...BASE], LET_IN],
    ["a policy allows the egress", [WEB, EGRESS, OPEN, ...BASE], LET_IN],
    [
      "egress alone is denied",
      [WEB, EGRESS, REDIS, REDIS_SERVICE],
      "allow egress of `shop/web` to the pods of `shop/redis` on TCP 6379",
    ],
  ])("one is told where %s", async (_what, texts, expected) => {
    expect(await advice(...texts)).toEqual([[expected]]);
  });
});

describe("of what is configured, no more than host and port", () => {
  const secret = documents(
    web(
      `${env("CACHE_URL", "redis://canary:canary@redis:80/canary?canary#canary")}, args: ["--canary", "canary"]`,
    ),
    ...BASE,
  );

  it.each(["text", "json", "sarif", "github", "gitlab", "md", "compact", "junit"])(
    "is written as %s",
    async (format) => {
      const cwd = folderWith({ "a.yaml": secret });
      const { stdout, stderr } = await runAnp(["lint", "a.yaml", "-o", format], { cwd });
      expect(stdout).toContain("configured-address-blocked");
      expect(stdout + stderr).not.toContain("canary");
    },
  );

  it("is read of a snapshot, or a dump: not even that", async () => {
    const cwd = folderWith({ "a.yaml": secret });
    const dump = await runAnp(["snapshot", "--snapshot", "a.yaml", "--file", "out.json"], { cwd });
    expect(dump.code).toBe(0);
    for (const name of ["out.json", "a.yaml"]) {
      const { stdout } = await runAnp(["lint", "--snapshot", name], { cwd });
      expect(stdout).not.toContain("configured-address-blocked");
    }
  });
});

describe("of a workload that no policy lets out, what it is configured with", () => {
  it("is told once where none of these lets it in", async () => {
    const all = await findingsOf("configured-address-blocked", documents(...BASE, MAIL, EGRESS, TWO));
    expect(all.map(({ facts }) => [facts.host, facts.more])).toEqual([["redis", 1]]);
  });

  it("is told one by one where its own side is open, or one of them lets it in", async () => {
    const open = await findingsOf("configured-address-blocked", documents(...BASE, MAIL, TWO));
    expect(open.map(({ facts }) => [facts.host, facts.more])).toEqual([
      ["redis", undefined],
      ["mail", undefined],
    ]);
    const letIn = MAIL.replace("policyTypes: [Ingress]", "policyTypes: [Ingress], ingress: [{}]");
    const one = await findingsOf("configured-address-blocked", documents(...BASE, letIn, EGRESS, TWO));
    expect(one.map(({ facts }) => [facts.host, facts.side, facts.more])).toEqual([
      ["redis", "ingress", undefined],
      ["mail", "egress", undefined],
    ]);
  });
});
