// The floor of reading a live cluster: fetches the same pages and parses them. `proxy` goes through kubectl, as anp does.
import { Agent, get as getHttps } from "node:https";
import { get as getHttp } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [way, port] = process.argv.slice(2);
const LISTS = ["namespaces", "nodes", "services", "pods"].map((plural) => `/api/v1/${plural}`);
LISTS.push("/apis/networking.k8s.io/v1/networkpolicies", "/apis/discovery.k8s.io/v1/endpointslices");

const { fetchText, end } = way === "proxy" ? await throughKubectl() : directly();
let objects = 0;
for (const path of LISTS) {
  let next = "";
  do {
    const page = JSON.parse(
      await fetchText(`${path}?limit=500${next && `&continue=${encodeURIComponent(next)}`}`),
    );
    objects += page.items.length;
    next = page.metadata.continue ?? "";
  } while (next !== "");
}
await end();
process.stdout.write(`${objects}\n`);

async function throughKubectl() {
  const folder = mkdtempSync(join(tmpdir(), "anp-bench-"));
  const socketPath = join(folder, "s");
  const kubectl = spawn("kubectl", ["proxy", `--unix-socket=${socketPath}`]);
  await new Promise((ready) => kubectl.stdout.once("data", ready));
  return {
    fetchText: (path) => bodyOf(getHttp, { socketPath, path }),
    end: async () => {
      kubectl.kill();
      // Its CPU time counts only once it has been waited for.
      await once(kubectl, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function directly() {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const headers = { authorization: "Bearer let-me-in" };
  return {
    fetchText: (path) => bodyOf(getHttps, { host: "127.0.0.1", port, path, headers, agent }),
    end: () => agent.destroy(),
  };
}

function bodyOf(get, options) {
  return new Promise((settle, reject) => {
    get(options, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => settle(Buffer.concat(chunks).toString()));
      response.on("error", reject);
    }).on("error", reject);
  });
}
