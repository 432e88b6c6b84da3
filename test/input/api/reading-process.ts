// A process that reads a cluster, for tests of how it ends: `KUBECONFIG=… node reading-process.js [crash]`.
import { readCluster } from "../../../src/input/api/read-cluster.js";

const [how] = process.argv.slice(2);

const inputs = readCluster({
  purpose: "flows",
  cwd: process.cwd(),
  env: process.env,
  roots: [],
  onProgress: (text) => {
    if (how === "crash" && text.startsWith("reading Namespace")) setTimeout(crash, 0);
  },
});
for await (const input of inputs) process.stdout.write(`${input.type}\n`);

function crash(): void {
  throw new Error("crashed on purpose");
}
