import type { Protocol } from "../../../base/net/traffic.js";

/** A port that few should reach. */
export interface SensitiveService {
  readonly protocol: Protocol;
  readonly port: number;
  /** What usually listens there. */
  readonly service: string;
  /** What whoever reaches it can do, as the end of "whoever reaches it". */
  readonly reason: string;
  /** Names of ports and workloads by which it is known too. */
  readonly names: readonly string[];
}

const SHELL = "can try to log in with a leaked key or a password";
const DATABASE = "can try to log in, and exploit unpatched bugs";
const NO_LOGIN = "can read and change the data: it needs no login by default";
const RUNS_CODE = "can run code in the process: it needs no login";
const ROOT = "is root on the node";

/** Ports of administration, databases and debuggers, with what goes wrong where everybody reaches them. */
export const SENSITIVE_SERVICES: readonly SensitiveService[] = [
  { protocol: "TCP", port: 22, service: "SSH", reason: SHELL, names: ["ssh", "sshd", "sftp"] },
  {
    protocol: "TCP",
    port: 23,
    service: "Telnet",
    reason: "can read passwords: nothing is encrypted",
    names: ["telnet"],
  },
  { protocol: "TCP", port: 3389, service: "RDP", reason: SHELL, names: ["rdp", "xrdp"] },
  { protocol: "TCP", port: 5900, service: "VNC", reason: SHELL, names: ["vnc"] },
  { protocol: "TCP", port: 2375, service: "Docker API", reason: ROOT, names: ["dind", "docker"] },
  {
    protocol: "TCP",
    port: 2379,
    service: "etcd",
    reason: "can read every secret in it, unless it requires certificates",
    names: ["etcd"],
  },
  { protocol: "TCP", port: 5432, service: "PostgreSQL", reason: DATABASE, names: ["postgres", "postgresql"] },
  { protocol: "TCP", port: 3306, service: "MySQL", reason: DATABASE, names: ["mysql", "mariadb"] },
  { protocol: "TCP", port: 1433, service: "SQL Server", reason: DATABASE, names: ["mssql", "sqlserver"] },
  { protocol: "TCP", port: 1521, service: "Oracle Database", reason: DATABASE, names: ["oracle"] },
  { protocol: "TCP", port: 27017, service: "MongoDB", reason: NO_LOGIN, names: ["mongo", "mongodb"] },
  { protocol: "TCP", port: 6379, service: "Redis", reason: NO_LOGIN, names: ["redis", "valkey"] },
  { protocol: "TCP", port: 11211, service: "memcached", reason: NO_LOGIN, names: ["memcached", "memcache"] },
  {
    protocol: "TCP",
    port: 9200,
    service: "Elasticsearch",
    reason: NO_LOGIN,
    names: ["elasticsearch", "opensearch"],
  },
  { protocol: "TCP", port: 9042, service: "Cassandra", reason: NO_LOGIN, names: ["cassandra", "scylla"] },
  {
    protocol: "TCP",
    port: 26257,
    service: "CockroachDB",
    reason: DATABASE,
    names: ["cockroachdb", "cockroach"],
  },
  { protocol: "TCP", port: 5984, service: "CouchDB", reason: DATABASE, names: ["couchdb"] },
  { protocol: "TCP", port: 2181, service: "ZooKeeper", reason: NO_LOGIN, names: ["zookeeper"] },
  {
    protocol: "TCP",
    port: 15672,
    service: "RabbitMQ management",
    reason: "can try the default password",
    names: ["rabbitmq"],
  },
  { protocol: "TCP", port: 5005, service: "Java debugger", reason: RUNS_CODE, names: ["jdwp"] },
  { protocol: "TCP", port: 9229, service: "Node.js inspector", reason: RUNS_CODE, names: ["inspector"] },
];
