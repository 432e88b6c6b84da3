import { describe, expect, it } from "vitest";
import { namespace, pod, stream } from "../../cli/manifests.js";
import { loadText } from "../../support/matrix.js";
import { resolveGroup } from "../../../src/questions/query/group.js";
import type { Cluster } from "../../../src/cluster/model/cluster.js";

const CLUSTER = stream(
  namespace("shop"),
  namespace("shop-eu"),
  namespace("ns-1"),
  namespace("empty"),
  namespace("web"),
  pod("shop", "web"),
  pod("shop", "web-api"),
  pod("shop", "db"),
  pod("shop-eu", "web"),
  pod("ns-1", "agent"),
);

async function cluster(text = CLUSTER): Promise<Cluster> {
  return (await loadText(text)).cluster;
}

/** The names of a group, its problem, or that it is none. */
async function groupOf(text: string, given?: string): Promise<unknown> {
  const group = resolveGroup(await cluster(), text, given);
  if (group === undefined) return "no group";
  return group.ok ? group.value.ends.map(({ shownAs }) => shownAs).toSorted() : group.problem;
}

describe("text that stands for several workloads", () => {
  it.each([
    ["shop/*", ["shop/db", "shop/web", "shop/web-api"]],
    ["shop/web*", ["shop/web", "shop/web-api"]],
    ["shop/*b", ["shop/db", "shop/web"]],
    ["shop/w*-a*i", ["shop/web-api"]],
    ["shop*/web", ["shop-eu/web", "shop/web"]],
    ["*/web", ["shop-eu/web", "shop/web"]],
    ["web*", ["shop-eu/web", "shop/web", "shop/web-api"]],
    ["*", ["ns-1/agent", "shop-eu/web", "shop/db", "shop/web", "shop/web-api"]],
    ["ns/shop-eu", ["shop-eu/web"]],
    ["namespace/ns-1", ["ns-1/agent"]],
    ["shop-eu", ["shop-eu/web"]],
    ["shop/app=web", ["shop/web"]],
    ["app=web", ["shop-eu/web", "shop/web"]],
  ])("%s", async (text, names) => {
    expect(await groupOf(text)).toEqual(names);
  });

  it("a pattern and labels without a namespace are of the one that was given", async () => {
    expect(await groupOf("web*", "shop")).toEqual(["shop/web", "shop/web-api"]);
    expect(await groupOf("app=web", "shop-eu")).toEqual(["shop-eu/web"]);
  });

  it.each([
    "shop/web",
    "shop/pod/web",
    "pod/web",
    "*.example.com",
    "10.0.0.0/8",
    "internet",
    "shop/app=new",
    "none",
  ])("%s names one end, or none", async (text) => {
    expect(await groupOf(text)).toBe("no group");
  });

  it("a name that a namespace has and a workload too is not clear", async () => {
    expect(await groupOf("web")).toMatchObject({
      code: "ambiguous",
      name: "web",
      candidates: ["ns/web", "shop-eu/pod/web", "shop/pod/web"],
    });
  });

  it.each([
    ["shop/x*", { code: "not-found", name: "x*", namespace: "shop" }],
    ["shp/*", { code: "no-namespace", namespace: "shp" }],
    ["ns/shp", { code: "no-namespace", namespace: "shp", suggestions: ["shop"] }],
    ["ns/empty", { code: "not-found", namespace: "empty" }],
  ])("%s stands for nothing", async (text, problem) => {
    expect(await groupOf(text)).toMatchObject(problem);
  });

  it("says how many have the labels", async () => {
    expect(resolveGroup(await cluster(), "app=web", undefined)).toMatchObject({
      value: { labels: { text: "app=web", count: 2 } },
    });
  });

  it("a namespace that is called like the word is one", async () => {
    const text = stream(namespace("ns"), pod("ns", "shop"), namespace("shop"), pod("shop", "web"));
    expect(resolveGroup(await cluster(text), "ns/shop", undefined)).toBeUndefined();
  });
});
