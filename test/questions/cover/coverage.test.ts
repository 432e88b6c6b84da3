import { describe, expect, it } from "vitest";
import {
  adminEgress,
  CART_FROM_WEB,
  DENY_ALL,
  namespace,
  pod,
  stream,
  webEgress,
} from "../../cli/manifests.js";
import { cellPath } from "../../../src/report/cell-words.js";
import { countedCells, mergeCells } from "../../../src/questions/cover/merge.js";
import { coverTests, type TestedCells } from "../../../src/questions/cover/coverage.js";
import { loadSources, REFERENCE } from "../../../src/index.js";
import { parseBlock } from "../../../src/base/net/address.js";
import { readTestFile } from "../../../src/questions/expect/read-test-file.js";
import { Work } from "../../../src/base/limits/work.js";

const PODS = stream(
  namespace("shop"),
  pod("shop", "web"),
  pod("shop", "cart", "[{ name: grpc, containerPort: 7070 }]"),
  pod("shop", "mail"),
);

/** Lets mail in too, on another port, and a range that web is let in on already. */
const TWO_PEERS = CART_FROM_WEB.replace(
  "- from: [{ podSelector: { matchLabels: { app: web } } }]\n    ports: [{ port: 7070 }]",
  "- from: [{ podSelector: { matchLabels: { app: web } } }, { podSelector: { matchLabels: { app: mail } } }]\n    ports: [{ port: 7070 }, { port: 22 }]",
);

/** Lets in on a port what the policy before it lets in on every one, which is no order: policies are additive. */
const BESIDE = stream(
  CART_FROM_WEB.replace("    ports: [{ port: 7070 }]\n", ""),
  CART_FROM_WEB.replace("cart-from-web", "cart-on-port"),
);

/** Denies on a port what the rule before it denies on every one. */
const SHADOWED = adminEgress(
  "walls",
  "{ action: Deny, to: [{ namespaces: {} }] }",
  "{ action: Deny, to: [{ namespaces: {} }], protocols: [{ tcp: { destinationPort: { number: 22 } } }] }",
);

async function covered(manifests: string, tests: readonly string[], most?: number): Promise<TestedCells> {
  const text = `apiVersion: anp.dev/v1alpha1\nkind: PolicyTest\ntests:\n${tests.map((each, i) => `- { name: test ${i}, ${each} }\n`).join("")}`;
  const read = readTestFile({ name: "a.anp-test.yaml", text });
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join("; "));
  const facts = { podBlocks: [parseBlock("10.0.0.0/8")!], serviceBlocks: [], nodeBlocks: [] };
  const { cluster } = await loadSources([{ name: "a.yaml", text: stream(PODS, manifests) }], { facts });
  const limited = most === undefined ? cluster : { ...cluster, work: new Work(most) };
  return coverTests(limited, read.value.tests, { profile: REFERENCE, namespace: undefined });
}

function statesIn({ cells }: TestedCells): string[] {
  return cells.map(
    ({ cell, state, tests }) => `${cellPath(cell)}: ${state}${tests.length > 0 ? ` ${tests.join()}` : ""}`,
  );
}

describe("a rule entry", () => {
  it.each([
    [
      "decides what it allows, and the isolation what is left",
      CART_FROM_WEB,
      ["to: shop/cart, port: 7070, allowed: [shop/web]", "from: shop/mail, denied: [shop/cart]"],
      ["isolation for ingress: decided test 1", "ingress[0].from[0], ports[0]: decided test 0"],
    ],
    [
      "is one peer on one port",
      TWO_PEERS,
      ['from: shop/mail, allowed: ["shop/cart:22"]'],
      [
        "isolation for ingress: matched",
        "ingress[0].from[0], ports[0]: missed",
        "ingress[0].from[0], ports[1]: missed",
        "ingress[0].from[1], ports[0]: missed",
        "ingress[0].from[1], ports[1]: decided test 0",
      ],
    ],
    [
      "that no test is about is missed",
      CART_FROM_WEB,
      ["from: shop/web, allowed: [shop/mail]"],
      ["isolation for ingress: missed", "ingress[0].from[0], ports[0]: missed"],
    ],
    [
      "that only a test with a todo is about is missed",
      CART_FROM_WEB,
      [
        "to: shop/cart, port: 22, allowed: [shop/web], todo: { why: later }",
        "from: shop/web, allowed: ['shop/cart:7070']",
      ],
      ["isolation for ingress: matched", "ingress[0].from[0], ports[0]: decided test 1"],
    ],
    [
      "behind one that takes everything of it cannot decide",
      SHADOWED,
      ["from: shop/web, denied: [shop/cart]"],
      [
        "egress[0].to[0].namespaces: decided test 0",
        "egress[1].to[0].namespaces, protocols[0]: cannot-decide",
      ],
    ],
    [
      "beside another one that allows the same decides as well",
      BESIDE,
      ['from: shop/web, allowed: ["shop/cart:7070"]', 'from: shop/web, allowed: ["shop/cart:22"]'],
      [
        "isolation for ingress: matched",
        "ingress[0].from[0]: decided test 0,test 1",
        "isolation for ingress: matched",
        "ingress[0].from[0], ports[0]: decided test 0",
      ],
    ],
    [
      "beside another one that allows the same decides what is asked about everything",
      BESIDE,
      ['from: "*", to: shop/cart, port: 7070, except: [shop/mail], expect: denied'],
      [
        "isolation for ingress: decided test 0",
        "ingress[0].from[0]: decided test 0",
        "isolation for ingress: decided test 0",
        "ingress[0].from[0], ports[0]: decided test 0",
      ],
    ],
    [
      "that allows what the other direction denies decides nothing",
      stream(BESIDE, webEgress("")),
      ['from: shop/web, denied: ["shop/cart:7070"]'],
      [
        "isolation for ingress: matched",
        "ingress[0].from[0]: matched",
        "isolation for ingress: matched",
        "ingress[0].from[0], ports[0]: matched",
        "isolation for egress: decided test 0",
      ],
    ],
    [
      "that matches a flow which something before it decides is matched",
      stream(
        adminEgress(
          "walls",
          "{ action: Deny, to: [{ namespaces: {} }], protocols: [{ tcp: { destinationPort: { number: 7070 } } }] }",
        ),
        webEgress("{ to: [{ podSelector: {} }] }"),
      ),
      ['from: shop/web, denied: ["shop/cart:7070"]'],
      [
        "egress[0].to[0].namespaces, protocols[0]: decided test 0",
        "isolation for egress: matched",
        "egress[0].to[0]: matched",
      ],
    ],
    [
      "of the other direction does not decide what is denied here",
      stream(CART_FROM_WEB, webEgress("{ to: [{ podSelector: {} }] }")),
      ['from: shop/web, denied: ["shop/cart:22"]'],
      [
        "isolation for ingress: decided test 0",
        "ingress[0].from[0], ports[0]: missed",
        "isolation for egress: matched",
        "egress[0].to[0]: matched",
      ],
    ],
    [
      "that passes on decides too",
      stream(adminEgress("walls", "{ action: Pass, to: [{ namespaces: {} }] }", DENY_ALL)),
      ["from: shop/web, allowed: [shop/mail]"],
      [
        "egress[0].to[0].namespaces: decided test 0",
        "egress[1].to[0].networks[0]: matched",
        "egress[1].to[0].networks[1]: cannot-decide",
      ],
    ],
    [
      "is decided by what is asked about everything, and passes on there as well",
      stream(adminEgress("walls", "{ action: Pass, to: [{ namespaces: {} }] }", DENY_ALL)),
      ['from: shop/web, to: "*", except: ["shop/*"], expect: denied'],
      [
        "egress[0].to[0].namespaces: decided test 0",
        "egress[1].to[0].networks[0]: decided test 0",
        "egress[1].to[0].networks[1]: cannot-decide",
      ],
    ],
    [
      "selects pods that do not exist yet",
      CART_FROM_WEB.replace("app: cart", "app: later"),
      ["from: shop/web, allowed: [shop/mail]"],
      ["isolation for ingress: missed", "ingress[0].from[0], ports[0]: missed"],
    ],
  ])("%s", async (_, manifests, tests, states) => {
    expect(statesIn(await covered(manifests, tests))).toEqual(states);
  });
});

it("what cannot decide is not counted", async () => {
  const tested = await covered(SHADOWED, ["from: shop/web, denied: [shop/cart]"]);
  expect(countedCells(tested)).toEqual({ covered: 1, all: 1 });
});

it("of two environments, the better state counts, and tests are named by both", async () => {
  const [dev, prod] = await Promise.all([
    covered(CART_FROM_WEB, ['from: shop/web, allowed: ["shop/cart:7070"]']),
    covered(CART_FROM_WEB, [
      "from: shop/mail, denied: [shop/cart]",
      'from: shop/web, allowed: ["shop/cart:7070"]',
    ]),
  ]);
  const merged = mergeCells([
    { title: "dev", tested: dev },
    { title: "prod", tested: prod },
  ]);
  expect(statesIn(merged)).toEqual([
    "isolation for ingress: decided prod: test 0",
    "ingress[0].from[0], ports[0]: decided dev: test 0,prod: test 1",
  ]);
});

it("a limit leaves it open what cannot decide", async () => {
  const tests = ["from: shop/web, denied: [shop/cart]"];
  const { isWhole } = await covered(SHADOWED, tests);
  const limited = await covered(SHADOWED, tests, 60);
  expect({ isWhole, limited: limited.isWhole }).toEqual({ isWhole: true, limited: false });
  expect(limited.cells.some(({ state }) => state === "cannot-decide")).toBe(false);
  for (const most of [0, 1, 2, 5, 20, 40])
    expect((await covered(SHADOWED, tests, most)).isWhole, `${most} steps`).toBe(false);
});
