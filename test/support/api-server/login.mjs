// A credential plugin of kubectl: gives the token of its second argument, and notes in the file of the first that it was asked.
import { appendFileSync } from "node:fs";

const [logins, token] = process.argv.slice(2);
appendFileSync(logins, "login\n");
process.stdout.write(
  JSON.stringify({
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token },
  }),
);
