import { expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp } from "../support/run-anp.js";

const pod = (name: string, ports: string): string =>
  `{kind: Pod, apiVersion: v1, metadata: {namespace: shop, name: ${name}, ownerReferences: [{kind: StatefulSet, name: db, controller: true}]}, spec: {containers: [{name: c, ports: ${ports}}]}}`;

/** The owner of the pods had been named, of which another pod declares the port. */
it("names the pod of several that declares no port of a name", async () => {
  const pods = [
    pod("db-0", "[{name: sql, containerPort: 5432}]"),
    pod("db-1", "[{name: web, containerPort: 80}]"),
  ];
  const cwd = folderWith({ "pods.yaml": pods.join("\n---\n") });
  const ask = ["explain", "-f", "pods.yaml", "internet", "shop/db", "--port", "sql"];
  const { code, stderr } = await runAnp(ask, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('anp: shop/db-1 declares no port named "sql"');
  expect(stderr).toContain("it declares: web");
});

it("says of ports to fill in that they aren't known", async () => {
  const pods = [pod("db-0", "[{name: sql, containerPort: '${PORT}'}]")];
  const cwd = folderWith({ "pods.yaml": pods.join("\n---\n") });
  const ask = ["explain", "-f", "pods.yaml", "internet", "shop/db", "--port", "sql"];
  const { code, stderr } = await runAnp(ask, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain(`the input doesn't tell whether shop/db declares a port named "sql"`);
});

it("shows what a Service has in the place of a port", async () => {
  const service =
    "{kind: Service, apiVersion: v1, metadata: {namespace: shop, name: web}, spec: {selector: {app: web}, ports: [{port: '${PORT}'}]}}";
  const cwd = folderWith({ "web.yaml": [pod("db-0", "[]"), service].join("\n---\n") });
  const ask = ["explain", "-f", "web.yaml", "shop/db", "shop/svc/web", "--port", "80"];
  const { code, stderr } = await runAnp(ask, { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain('it has: "${PORT}", which is no port yet');
});
