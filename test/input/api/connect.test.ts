import {
  apiServer,
  kubeconfigFile,
  podOptions,
  read,
  readingOptions,
  SERVICE_ACCOUNT_FILES,
} from "../../support/live.js";
import type { ApiServer, Mishap, StoredObject } from "../../support/api-server.js";
import { ClusterError } from "../../../src/input/api/cluster-error.js";
import { describe, expect, it } from "vitest";
import { execFile } from "node:child_process";
import { folderWith } from "../../support/folder.js";
import { gzipSync } from "node:zlib";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { rootCertificates } from "node:tls";
import type { ClusterOptions } from "../../../src/input/api/read-cluster.js";

const POD: StoredObject = { apiVersion: "v1", kind: "Pod", metadata: { namespace: "shop", name: "web" } };

const OTHER_WAYS = "use -f FILE for manifests, or --snapshot FILE for a saved cluster";

async function server(): Promise<ApiServer> {
  return apiServer({ objects: [POD] });
}

async function failure(options: ClusterOptions): Promise<Pick<ClusterError, "reason" | "message" | "hints">> {
  try {
    await read(options);
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    const { reason, message, hints } = error;
    return { reason, message, hints };
  }
  throw new Error("it did not fail");
}

/** An environment in which no kubeconfig and no kubectl are found. */
const NOTHING = { HOME: folderWith({}), PATH: folderWith({}) };

describe("which cluster", () => {
  it("is the current context of KUBECONFIG", async () => {
    const { shown, names } = await read(
      readingOptions(kubeconfigFile(await server(), { context: "prod/eu" })),
    );
    expect(shown).toEqual(["context prod/eu"]);
    expect(names["Pod"]).toEqual(["shop/web"]);
  });

  it("is a context that is named, of files that are merged", async () => {
    const [first, second] = [await server(), await apiServer()];
    const files = [kubeconfigFile(first, { context: "one" }), kubeconfigFile(second, { context: "two" })];
    const merged = { ...process.env, KUBECONFIG: files.join(":") };
    const current = await read(readingOptions("", { env: merged }));
    expect(current.shown).toEqual(["context one"]);
    const near = await failure(readingOptions("", { env: merged, context: "tow" }));
    expect(near).toEqual({
      reason: "no-cluster",
      message: 'the kubeconfig has no context "tow"',
      hints: ["did you mean two? contexts are one, two", OTHER_WAYS],
    });
    const named = await failure(readingOptions("", { env: merged, context: "three" }));
    expect(named).toEqual({
      reason: "no-cluster",
      message: 'the kubeconfig has no context "three"',
      hints: ["contexts are one, two", OTHER_WAYS],
    });
  });

  it("is that of --kubeconfig, whatever KUBECONFIG says, from the working folder", async () => {
    const folder = folderWith({ mine: (await server()).kubeconfig({ context: "mine" }) });
    const options = readingOptions(kubeconfigFile(await apiServer(), { context: "other" }));
    const { shown } = await read({ ...options, kubeconfig: "mine", cwd: folder });
    expect(shown).toEqual(["context mine"]);
  });

  it("is the one of ~/.kube/config where nothing else is said", async () => {
    const home = folderWith({ ".kube/config": (await server()).kubeconfig({ context: "usual" }) });
    const env = { PATH: process.env["PATH"], HOME: home };
    expect((await read(readingOptions("", { env }))).shown).toEqual(["context usual"]);
  });

  it.each([
    [
      "no kubeconfig",
      "/not-there/config",
      {},
      "no cluster to ask: kubectl has no current context",
      [OTHER_WAYS],
    ],
    [
      "no file of --kubeconfig",
      "/not-there/config",
      { kubeconfig: "mine" },
      "kubeconfig not found: mine",
      [OTHER_WAYS],
    ],
  ])("%s", async (_, config, others, message, hints) => {
    expect(await failure(readingOptions(config, others))).toEqual({ reason: "no-cluster", message, hints });
  });

  it("no current context", async () => {
    const config = JSON.parse((await server()).kubeconfig({ context: "idle" })) as Record<string, unknown>;
    const folder = folderWith({ config: JSON.stringify({ ...config, "current-context": "" }) });
    expect(await failure(readingOptions(`${folder}/config`))).toEqual({
      reason: "no-cluster",
      message: "no cluster to ask: kubectl has no current context",
      hints: ["use --context: contexts are idle", OTHER_WAYS],
    });
  });

  it("no kubeconfig that can be read", async () => {
    const folder = folderWith({ config: '{"a": [' });
    const { reason, message } = await failure(readingOptions(`${folder}/config`));
    expect(reason).toBe("no-cluster");
    expect(message).toMatch(/^kubectl cannot read the kubeconfig: error loading config file/);
  });

  it("no kubectl, on PATH or in the working folder", async () => {
    const folder = folderWith({ kubectl: "" });
    const env = { ...NOTHING, PATH: folder, KUBECONFIG: kubeconfigFile(await server()) };
    expect(await failure(readingOptions("", { env, cwd: folder }))).toEqual({
      reason: "no-cluster",
      message: "kubectl is not on PATH; anp reads clusters through your kubectl",
      hints: [OTHER_WAYS],
    });
  });
});

describe("a kubeconfig among the files that are read is not used", () => {
  const message = (path: string): string =>
    `kubeconfig ${path} is among the input files and is not used: it may name programs to run`;

  it.each(["flag", "variable", "home"])("%s", async (way) => {
    const folder = folderWith({ ".kube/config": (await server()).kubeconfig() });
    const file = join(folder, ".kube", "config");
    const env = { ...process.env, HOME: folder, KUBECONFIG: way === "variable" ? file : undefined };
    const given = way === "flag" ? { kubeconfig: ".kube/config" } : {};
    const failed = await failure(readingOptions("", { env, ...given, cwd: folder, roots: ["."] }));
    expect([failed.reason, failed.message]).toEqual(["no-cluster", message(file)]);
  });

  it("also through links, on either side", async () => {
    const folder = folderWith({ "tree/config": (await server()).kubeconfig() });
    symlinkSync(join(folder, "tree"), join(folder, "link"));
    symlinkSync(join(folder, "tree", "config"), join(folder, "outside"));
    const within = await failure(readingOptions(`${folder}/outside`, { roots: [`${folder}/tree`] }));
    expect(within.message).toBe(message(`${folder}/outside`));
    const root = await failure(readingOptions(`${folder}/tree/config`, { roots: [`${folder}/link`] }));
    expect(root.message).toBe(message(`${folder}/tree/config`));
  });

  it("one beside them is", async () => {
    const folder = folderWith({ config: (await server()).kubeconfig(), "tree/a.yaml": "" });
    const { names } = await read(
      readingOptions(`${folder}/config`, { roots: [`${folder}/tree`, "/not-there"] }),
    );
    expect(names["Pod"]).toEqual(["shop/web"]);
  });
});

describe("a login plugin", () => {
  const logins = (file: string): number => readFileSync(file, "utf8").trim().split("\n").length;

  it("is asked once for all requests", async () => {
    const api = await server();
    const folder = folderWith({ single: "", whole: "" });
    const config = kubeconfigFile(api, { logins: `${folder}/single` });
    // Some kubectls log in to see the server's version, even to show the kubeconfig.
    for (const args of [
      ["config", "view"],
      ["get", "--raw", "/version"],
    ])
      await promisify(execFile)("kubectl", ["--kubeconfig", config, ...args]);
    await read(readingOptions(kubeconfigFile(api, { logins: `${folder}/whole` })));
    expect(logins(`${folder}/whole`)).toBe(logins(`${folder}/single`));
    expect(api.requests.length).toBeGreaterThan(10);
  });

  it("that fails ends the run with what it said", async () => {
    const folder = folderWith({
      "login.sh": "#!/bin/sh\necho 'open https://login.example/device' >&2\nexit 7\n",
    });
    const config = JSON.parse((await server()).kubeconfig({ logins: "x" })) as {
      users: [{ user: { exec: { command: string; args: string[] } } }];
    };
    config.users[0].user.exec.command = "/bin/sh";
    config.users[0].user.exec.args = [`${folder}/login.sh`];
    writeFileSync(`${folder}/config`, JSON.stringify(config));
    const said: string[] = [];
    const onMessage = (line: string): void => void said.push(line);
    const { reason, message } = await failure(readingOptions(`${folder}/config`, { onMessage }));
    expect(reason).toBe("no-answer");
    expect(message).toMatch(/^the cluster cannot be reached: .*executable \/bin\/sh failed with exit code 7/);
    expect(new Set(said)).toEqual(new Set(["open https://login.example/device"]));
  });
});

/** A folder with a script that is called kubectl, and finds the real one on its PATH. */
function kubectlScript(lines: string): string {
  const folder = folderWith({ kubectl: `#!/bin/sh\nPATH='${process.env["PATH"] ?? ""}'\n${lines}\n` });
  chmodSync(`${folder}/kubectl`, 0o755);
  return folder;
}

describe("what is called kubectl and is something else", () => {
  it.each([
    ["prints no JSON", "echo hello"],
    ["prints a text", "echo '\"hello\"'"],
    ["prints contexts that are none", `echo '{"contexts":"x"}'`],
    ["prints nothing", "true"],
  ])("%s", async (_, lines) => {
    const env = { PATH: kubectlScript(lines), KUBECONFIG: kubeconfigFile(await server()) };
    expect(await failure(readingOptions("", { env }))).toMatchObject({
      reason: "no-cluster",
      message: "kubectl config view did not print a kubeconfig",
    });
  });

  it("prints a context that is null", async () => {
    const env = { PATH: kubectlScript(`echo '{"contexts":[null,{}]}'`), KUBECONFIG: "/not-there" };
    expect((await failure(readingOptions("", { env }))).message).toMatch(/^no cluster to ask/);
  });
});

describe("where there can be no socket", () => {
  /** A folder whose name is longer than that of a socket may be. */
  const temporary = (): string => {
    const folder = join(folderWith({}), "x".repeat(120));
    mkdirSync(folder);
    return folder;
  };

  it("each page is asked for by a kubectl of its own", async () => {
    const api = await apiServer({
      made: [
        {
          apiVersion: "v1",
          kind: "Pod",
          count: 501,
          make: (i) => ({ metadata: { namespace: "shop", name: `pod-${i}` } }),
        },
      ],
      mishap: ({ path }) =>
        path === "/api/v1/nodes" ? { status: 403 } : path === "/version" ? { status: 404 } : undefined,
    });
    const folder = folderWith({ logins: "" });
    const TMPDIR = temporary();
    const env = { ...process.env, TMPDIR, KUBECONFIG: kubeconfigFile(api, { logins: `${folder}/logins` }) };
    const { names, facts } = await read(readingOptions("", { env }));
    expect(names["Pod"]).toHaveLength(501);
    expect(facts).toEqual({
      serverVersion: undefined,
      knowsEveryPod: true,
      forbidden: [{ apiVersion: "v1", kind: "Node", readIn: [] }],
    });
    expect(readFileSync(`${folder}/logins`, "utf8").length).toBeGreaterThan("login\n".length * 10);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  it.each([
    ["the credentials are refused", 401, /^the cluster does not accept your credentials: 401 /],
    ["the server is too busy", 503, /^no answer to GET \/apis after 2 attempts: 503 /],
  ])("%s", async (_, status, message) => {
    const api = await apiServer({ mishap: () => ({ status }) });
    const env = { ...process.env, TMPDIR: temporary(), KUBECONFIG: kubeconfigFile(api) };
    const failed = await failure(readingOptions("", { env, patience: { attempts: 2 } }));
    expect([failed.reason, failed.message]).toEqual(["no-answer", expect.stringMatching(message)]);
  });

  it.each<[string, Mishap]>([
    ["HTML, not found", { status: 404, text: "<html>" }],
    ["HTML", { status: 200, text: "<html>" }],
    ["a 404 for what discovery names", { status: 404 }],
    ["a redirect to it", { status: 302, headers: { location: "/login" }, text: "x" }],
    ["a text that is cut", { type: "cut" }],
    ["another list", { status: 200, text: '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}' }],
  ])("what is no list leaves the kind unknown: %s", async (_, mishap) => {
    const policies = "/apis/networking.k8s.io/v1/networkpolicies";
    const api = await apiServer({
      objects: [POD],
      mishap: ({ path }) =>
        path === policies ? mishap : path === "/login" ? { status: 200, text: "<html>" } : undefined,
    });
    const env = { ...process.env, TMPDIR: temporary(), KUBECONFIG: kubeconfigFile(api) };
    const run = read(readingOptions("", { env, patience: { attempts: 2 } }));
    // Where kubectl itself cannot read it, it tells of no answer.
    const kinds = await run.then(
      ({ facts }) => facts?.forbidden.map(({ kind }) => kind),
      (error: ClusterError) => error.message.includes(`GET ${policies}`) && ["NetworkPolicy"],
    );
    expect(kinds).toEqual(["NetworkPolicy"]);
  });

  it("a kubectl that is a script ends in time, whatever the one does that it has started", async () => {
    const api = await apiServer({
      mishap: ({ path }) => (path === "/version" ? { type: "silence" } : undefined),
    });
    const PATH = `${kubectlScript('kubectl "$@"\nexit $?')}:${process.env["PATH"]}`;
    const env = { ...process.env, PATH, TMPDIR: temporary(), KUBECONFIG: kubeconfigFile(api) };
    const start = Date.now();
    const failed = await failure(readingOptions("", { env, signal: AbortSignal.timeout(3000) }));
    expect(failed.message).toBe("the cluster did not answer in time");
    expect(Date.now() - start).toBeLessThan(9000);
  });

  it("there is no server", async () => {
    const api = await server();
    const env = { ...process.env, TMPDIR: temporary(), KUBECONFIG: kubeconfigFile(api) };
    await api.close();
    const { message } = await failure(readingOptions("", { env }));
    expect(message).toMatch(/^the cluster cannot be reached: The connection to the server .* was refused/);
  });
});

describe("in a pod", () => {
  const inPod = (api: ApiServer, files?: Record<string, string>): ClusterOptions =>
    podOptions(api, {}, files);

  it("the service account is used where there is neither kubectl nor a kubeconfig", async () => {
    const api = await apiServer({
      objects: [POD],
      mishap: ({ path }) => (path === "/api/v1/pods" ? { status: 403 } : undefined),
    });
    const { shown, names, facts } = await read(inPod(api));
    expect(shown).toEqual(["in-cluster"]);
    expect(names["Pod"]).toEqual(["shop/web"]);
    expect(facts?.forbidden).toEqual([{ apiVersion: "v1", kind: "Pod", readIn: ["shop"] }]);
  });

  it("and where kubectl has no kubeconfig", async () => {
    const options = inPod(await server());
    const env = { ...options.env, PATH: process.env["PATH"] };
    expect((await read({ ...options, env })).shown).toEqual(["in-cluster"]);
  });

  it("but not in the place of a context", async () => {
    const options = inPod(await server());
    const env = { ...options.env, PATH: process.env["PATH"] };
    const KUBECONFIG = kubeconfigFile(await server(), { context: "chosen" });
    expect((await read({ ...options, env: { ...env, KUBECONFIG } })).shown).toEqual(["context chosen"]);
    expect((await failure({ ...options, env, context: "prod" })).reason).toBe("no-cluster");
    expect((await failure({ ...options, env: { ...options.env, KUBECONFIG } })).message).toMatch(
      /^kubectl is not on PATH/,
    );
  });

  it.each([
    ["a wrong token", { token: "wrong" }, /^the cluster does not accept your credentials/],
    ["no certificate", { "ca.crt": "" }, /^this pod has no kubectl, and no readable token and ca\.crt/],
    ["no token", { token: "\n" }, /^this pod has no kubectl, and no readable token and ca\.crt/],
    ["a token of two lines", { token: "a\nb" }, /^the credentials of this pod cannot be used: the token/],
    ["a certificate that is none", { "ca.crt": "none" }, /^the c.* cannot be (used|reached): /],
  ])("not with %s", async (_, files, message) => {
    expect((await failure(inPod(await server(), { ...SERVICE_ACCOUNT_FILES, ...files }))).message).toMatch(
      message,
    );
  });

  it("a new token takes the place of the one before, and the last one counts where the file vanishes", async () => {
    const folder = folderWith(SERVICE_ACCOUNT_FILES);
    const api = await apiServer({
      objects: [POD],
      mishap: ({ path }) => {
        if (path === "/version") {
          api.token = "rotated";
          writeFileSync(`${folder}/token`, "rotated\n");
          return { status: 200, text: '{"major":"1","minor":"33"}' };
        }
        if (path === "/api/v1/nodes") rmSync(`${folder}/token`);
        return undefined;
      },
    });
    const { names, facts } = await read({ ...inPod(api), serviceAccount: folder });
    expect(names["Pod"]).toEqual(["shop/web"]);
    expect(facts?.forbidden).toEqual([]);
  });

  it("not where its variables make no request", async () => {
    const options = inPod(await server());
    const env = { ...options.env, KUBERNETES_SERVICE_PORT: "tcp://10.0.0.1:443" };
    expect(await failure({ ...options, env })).toMatchObject({
      reason: "no-answer",
      message: "the credentials of this pod cannot be used: KUBERNETES_SERVICE_PORT is no port",
    });
  });

  it.each<[string, Mishap, RegExp]>([
    ["a cut connection", { type: "cut" }, /^no answer to GET .* after 2 attempts: the connection was cut$/],
    [
      "a redirect, which is not followed",
      { status: 307, headers: { location: "https://127.0.0.1:1/" }, text: "x" },
      /with 307 x$/,
    ],
    [
      "gzip that nobody asked for",
      { status: 200, headers: { "content-encoding": "gzip" }, text: gzipSync("{}") },
      /something that is no JSON object$/,
    ],
    [
      "bytes that are no text",
      { status: 200, text: Buffer.from([0x22, 0xc3, 0x22]) },
      /something that is no JSON object$/,
    ],
  ])("what goes wrong has its one line: %s", async (_, mishap, message) => {
    const api = await apiServer({ mishap: ({ path }) => (path === "/version" ? mishap : undefined) });
    const failed = await failure({ ...inPod(api), patience: { attempts: 2, firstPause: 5 } });
    expect([failed.reason, failed.message]).toEqual(["no-answer", expect.stringMatching(message)]);
  });

  it("not a server whose certificate is not known", async () => {
    const options = inPod(await server(), { ...SERVICE_ACCOUNT_FILES, "ca.crt": rootCertificates[0] ?? "" });
    expect((await failure(options)).message).toMatch(/^the cluster cannot be reached: .*certificate/);
  });
});
