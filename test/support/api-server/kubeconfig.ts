import { fileURLToPath } from "node:url";

/** What a kubeconfig for the stub says. */
export interface KubeconfigOptions {
  readonly context?: string;
  /** The namespace of the context. */
  readonly namespace?: string;
  readonly token?: string;
  /** A file to which each login of a credential plugin adds a line: then the token comes from the plugin. */
  readonly logins?: string;
}

const CERTIFICATE = fileURLToPath(new URL("certificate.pem", import.meta.url));
const LOGIN = fileURLToPath(new URL("login.mjs", import.meta.url));

/** The text of a kubeconfig for a server, with one context. */
export function kubeconfig(url: string, options: KubeconfigOptions = {}): string {
  const { context = "stub", namespace, token = "let-me-in", logins } = options;
  const plugin = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: process.execPath,
    args: [LOGIN, logins, token],
    interactiveMode: "Never",
  };
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "cluster-a", cluster: { server: url, "certificate-authority": CERTIFICATE } }],
    users: [{ name: "user-a", user: logins === undefined ? { token } : { exec: plugin } }],
    contexts: [{ name: context, context: { cluster: "cluster-a", user: "user-a", namespace } }],
    "current-context": context,
  });
}
