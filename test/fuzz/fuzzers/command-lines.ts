import { expectSame, soundRun } from "../invariants.js";
import type { Fuzzer } from "../fuzzer.js";
import type { Random } from "../../oracle/random.js";

const COMMANDS = [
  "lint",
  "lint",
  "explain",
  "explain",
  "matrix",
  "diff",
  "convert",
  "snapshot",
  "rules",
  "lnit",
  "",
] as const;

/** Names that people type, paste and misspell. */
const ENDS: readonly string[] = [
  [
    "shop/web",
    "shop/cart",
    "web",
    "payments/db",
    "svc/api",
    "shop/svc/api",
    "deploy/web",
    "shop/deploy/web",
    "pod/web-1",
  ],
  [
    "api.payments",
    "api.payments.svc",
    "api.payments.svc.cluster.local.",
    "api.payments:443",
    "https://api.payments/x",
  ],
  [
    "10.0.0.1",
    "10.0.0.300",
    "10.0.0.0/8",
    "10.0.0.0/33",
    "::1",
    "[2001:db8::1]:443",
    "2001:db8::/32",
    "0.0.0.0/0",
    "8.8.8.8.8",
  ],
  [
    "internet",
    "internt",
    "any",
    "world",
    "*",
    "",
    "/",
    "//",
    "shop/",
    "/web",
    "a/b/c/d",
    "shop/app=web",
    "app=web,tier in (a,b)",
  ],
  [
    "shop/app=",
    "shop/!app",
    "ns:shop",
    "__proto__",
    "constructor/toString",
    "shop/__proto__=x",
    "é",
    "a\nb",
    "\x1b[31m",
    "-",
    "--",
    "node/a",
  ],
  [
    "ingress/x",
    "example.com",
    "*.example.com",
    "-shop/web",
    "$(x)",
    "a".repeat(300),
    "\u202eweb",
    "shop/web:http",
    "shop/web:99999",
  ],
].flat();

const VALUES: readonly string[] = [
  [
    "0",
    "1",
    "-1",
    "443",
    "99999",
    "http",
    "80-",
    "8000-8100",
    "53/udp",
    "80,443",
    "1e9",
    "",
    "x",
    "never",
    "error",
    "info",
    "warning",
  ],
  [
    "json",
    "text",
    "sarif",
    "github",
    "compact",
    "md",
    "csv",
    "dot",
    "mermaid",
    "json=out.json",
    "json=/",
    "text=",
    "nope",
    "json=../victim/a.yaml",
  ],
  [
    "tcp",
    "udp",
    "icmp",
    "other",
    "reference",
    "strict",
    "allowed",
    "denied",
    "auto",
    "always",
    "not-analysed=off",
    "cidr-host-bits=error",
    "x=y",
  ],
  [
    "v0.1.1",
    "1.36",
    "1.20",
    "99.99",
    "shop",
    "10.0.0.0/8",
    "NetworkPolicy/shop/web",
    "HEAD",
    "a.yaml",
    ".",
    "..",
    "-",
    "*.yaml",
    "{a,b}",
  ],
].flat();

const FLAGS: readonly string[] = [
  [
    "--quiet",
    "--fix-dry-run",
    "--all",
    "--brief",
    "--exit-code",
    "--suggest",
    "--explain",
    "--exposure",
    "--check",
    "--legacy",
  ],
  [
    "-v",
    "--ascii",
    "--follow-symlinks",
    "--strict-input",
    "--help",
    "-h",
    "--version",
    "--anonymize",
    "--reproducible",
    "--print-rbac",
    "--debgu",
    "-x",
  ],
].flat();

/** None of these writes a file or asks a cluster. */
const OPTIONS: readonly string[] = [
  [
    "--fail-on",
    "--max-warnings",
    "--rule",
    "--only",
    "-o",
    "--output",
    "-f",
    "--filename",
    "--snapshot",
    "--delete",
    "--exclude",
  ],
  [
    "--stdin-filename",
    "-n",
    "--namespace",
    "--dns",
    "--dns-service",
    "--pod-cidr",
    "--service-cidr",
    "--node-cidr",
    "--bundle",
  ],
  [
    "--crd",
    "--kubernetes-version",
    "--max-file-size",
    "--max-files",
    "--max-total-size",
    "--max-work",
    "--color",
    "--port",
  ],
  ["--protocol", "--profile", "--expect", "--from", "--to", "--to", "--git"],
].flat();

/** Any command with any options, names, files and overlays: one clear answer, the same one twice. */
export const fuzzCommandLines: Fuzzer = async (scene, random) => {
  const command = random.of(COMMANDS);
  const argv = [
    ...(command === "" ? [] : [command]),
    ...(random.chance(0.7) ? source(command, random, scene.files) : []),
    ...(command === "explain" ? random.list(random.chance(0.9) ? 2 : 0, 2, () => random.of(ENDS)) : []),
    ...random.list(0, 3, () => option(random, scene.files)).flat(),
  ];
  // A time limit hangs on the clock, and colours on the terminal.
  const shuffled = random.chance(0.1) ? argv.toReversed() : argv;
  const mayChange = /^\.\/in\/out\.json$/;
  const stdin = random.chance(0.3) ? "kind: Namespace\napiVersion: v1\nmetadata: {name: shop}\n" : "";
  const first = await soundRun(scene, shuffled, mayChange, stdin);
  const second = await soundRun(scene, shuffled, mayChange, stdin);
  // The second run may find the report of the first among its files.
  if (!shuffled.some((each) => each.includes("out.json")))
    expectSame(shuffled, first, second, "the same call twice");
};

function source(command: string, random: Random, files: readonly string[]): string[] {
  const file = random.of([".", ".", ...files, ...files.map((name) => `./${name}`)]);
  if (command === "explain" || command === "matrix" || command === "diff") {
    const overlay = command === "diff" ? [random.of([".", ...files])] : [];
    return [...overlay, "-f", file];
  }
  return [file];
}

function option(random: Random, files: readonly string[]): string[] {
  if (random.chance(0.4)) return [random.of(FLAGS)];
  const value = random.of([...VALUES, ...VALUES, ...files, ...ENDS]);
  const name = random.of(OPTIONS);
  return random.chance(0.2) ? [`${name}=${value}`] : [name, value];
}
