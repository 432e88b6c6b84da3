import { describe, expect, it } from "vitest";
import { folderWith } from "../support/folder.js";
import { runAnp, type Run } from "../support/run-anp.js";

type Files = Readonly<Record<string, string>>;

/** Everything that helm would find of whoever runs the tests, beside PATH: none of it may reach it. */
const ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nowhere",
  KUBECONFIG: "/nowhere/kubeconfig",
  HELM_NAMESPACE: "of-the-environment",
  HELM_KUBEAPISERVER: "https://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
};

const HELPERS = `{{- define "app.fullname" -}}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}{{- end -}}
{{- define "app.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "app.rendered" -}}{{ tpl (.value | toYaml) .context }}{{- end -}}
`;

const WORKLOAD = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "app.fullname" . }}
  namespace: {{ .Release.Namespace }}
spec:
  selector:
    matchLabels: {{- include "app.labels" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "app.labels" . | nindent 8 }}
    spec:
      containers: [{ name: app, image: app, ports: [{ name: http, containerPort: 8080 }] }]
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "app.fullname" . }}
  namespace: {{ .Release.Namespace }}
spec:
  selector: {{- include "app.labels" . | nindent 4 }}
  ports: [{ port: 80, targetPort: http }]
`;

const POLICY = `{{- if .Values.networkPolicy.enabled }}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "app.fullname" . }}
  namespace: {{ .Release.Namespace | quote }}
spec:
  podSelector:
    matchLabels: {{- include "app.labels" . | nindent 6 }}
  policyTypes: [Ingress]
  ingress:
    - ports:
        - port: {{ .Values.service.port }}
      {{- with .Values.networkPolicy.from }}
      from: {{- include "app.rendered" (dict "value" . "context" $) | nindent 8 }}
      {{- end }}
{{- end }}
`;

const VALUES = "service: { port: 80 }\nnetworkPolicy: { enabled: true, from: [] }\n";

/** A chart as people write them, with a policy that names the Service's port instead of the pods'. */
function chart(folder: string, more: Files = {}): Files {
  return Object.fromEntries(
    Object.entries({
      "Chart.yaml": `apiVersion: v2\nname: ${folder.split("/").at(-1)}\nversion: 1.0.0\nkubeVersion: ">=1.25.0-0"\n`,
      "values.yaml": VALUES,
      "templates/_helpers.tpl": HELPERS,
      "templates/app.yaml": WORKLOAD,
      "templates/networkpolicy.yaml": POLICY,
      "templates/NOTES.txt": "Installed {{ .Release.Name }}.\n",
      ...more,
    }).map(([path, text]) => [`${folder}/${path}`, text]),
  );
}

interface Finding {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
  readonly notes: readonly string[];
}

const lint = (files: Files, ...args: readonly string[]): Promise<Run> =>
  runAnp(["lint", "--render", "-o", "json", ...args], { cwd: folderWith(files), env: ENV });

async function findings(files: Files, ...args: readonly string[]): Promise<readonly Finding[]> {
  const { stdout, stderr } = await lint(files, ...args);
  if (stdout === "") throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly findings: readonly Finding[] }).findings;
}

const rulesOf = (all: readonly Finding[]): readonly string[] => all.map(({ rule }) => rule);

/** What helm says of a chart that it does not render. */
async function failure(files: Files): Promise<string> {
  const { code } = await lint(files);
  expect(code).toBe(3);
  const all = await findings(files);
  return all
    .filter(({ rule }) => rule === "not-analysed")
    .flatMap(({ notes }) => notes)
    .join("\n");
}

describe("the real helm", () => {
  it("renders a chart with helpers and a policy behind a value", async () => {
    const all = await findings(chart("web"));
    expect(all).toContainEqual(
      expect.objectContaining({
        rule: "service-port-not-target-port",
        file: "web/templates/networkpolicy.yaml (rendered by helm template web)",
      }),
    );
    expect(rulesOf(all)).not.toContain("not-analysed");
  });

  it("renders no policy that the chart's values leave out", async () => {
    const values = "service: { port: 80 }\nnetworkPolicy: { enabled: false }\n";
    const { code, stdout } = await lint(chart("web", { "values.yaml": values }));
    expect({ code, findings: (JSON.parse(stdout) as { findings: unknown }).findings }).toEqual({
      code: 0,
      findings: [],
    });
  });

  it("takes the namespace of the call, and none of the environment", async () => {
    const files = chart("web");
    const own = (await findings(files)).map(({ message }) => message).join("\n");
    expect(own).toContain("`default/release-name-web`");
    const given = (await findings(files, "-n", "team")).map(({ message }) => message).join("\n");
    expect(given).toContain("`team/release-name-web`");
  });

  it("renders values with templates in them, and charts in a chart with the values for them", async () => {
    const values = `${VALUES.replace("from: []", "from: [{ podSelector: { matchLabels: { app: '{{ .Chart.Name }}-client' } } }]")}cache: { networkPolicy: { enabled: true } }\n`;
    const files = {
      ...chart("web", { "values.yaml": values }),
      ...chart("web/charts/cache", {
        "values.yaml": VALUES.replace("enabled: true", "enabled: false"),
        "templates/_helpers.tpl": "",
      }),
    };
    const cwd = folderWith(files);
    const run = await runAnp(
      [
        "explain",
        "--render",
        "-f",
        "web",
        "default/deployment/release-name-web",
        "default/deployment/release-name-cache",
        "--port",
        "80",
        "--brief",
      ],
      { cwd, env: ENV },
    );
    expect(run.stdout).toContain(
      "ingress=NetworkPolicy default/release-name-cache[1]@web/charts/cache/templates/networkpolicy.yaml (rendered by helm template web):",
    );
    expect((await findings(files)).map(({ file }) => file)).toContain(
      "web/charts/cache/templates/networkpolicy.yaml (rendered by helm template web)",
    );
  });

  it("renders hooks, and asks no cluster for what a template looks up", async () => {
    const secret = `{{- $old := lookup "v1" "Secret" .Release.Namespace "app" }}
apiVersion: v1
kind: Secret
metadata: { name: app, annotations: { "helm.sh/hook": pre-install } }
data: { key: {{ if $old }}{{ $old.data.key }}{{ else }}{{ "new" | b64enc }}{{ end }} }
`;
    const address = `apiVersion: v1
kind: ConfigMap
metadata: { name: addresses }
data: { found: {{ getHostByName "localhost" | quote }} }
`;
    const files = chart("web", { "templates/secret.yaml": secret, "templates/addresses.yaml": address });
    const all = await findings(files);
    expect(rulesOf(all)).toContain("service-port-not-target-port");
    expect(rulesOf(all)).not.toContain("not-analysed");
  });

  it("never reads a schema of another server", async () => {
    const schema = '{ "$ref": "http://127.0.0.1:9/schema.json" }';
    expect(rulesOf(await findings(chart("web", { "values.schema.json": schema })))).toContain(
      "service-port-not-target-port",
    );
  });

  it("takes the newest server that anp knows, or the one of the call, for the cluster", async () => {
    const old = chart("web", {
      "Chart.yaml": 'apiVersion: v2\nname: web\nversion: 1.0.0\nkubeVersion: "<1.30.0-0"\n',
    });
    expect(await failure(old)).toMatch(/helm template: chart requires kubeVersion: <1\.30\.0-0 /);
    expect(rulesOf(await findings(old, "--kubernetes-version", "1.29"))).not.toContain("not-analysed");
  });

  it.each<readonly [string, Files, RegExp]>([
    [
      "a value that is required",
      { "templates/a.yaml": 'a: {{ required "set .Values.domain" .Values.domain }}\n' },
      /web\/Chart\.yaml can't be rendered: helm template: .*set \.Values\.domain/,
    ],
    [
      "a dependency that is not there",
      {
        "Chart.yaml":
          "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{ name: redis, version: 1.x, repository: 'https://127.0.0.1:9' }]\n",
      },
      /helm template: .*missing in charts\/ directory: redis/,
    ],
    ["a template that is none", { "templates/a.yaml": "{{ if }}\n" }, /helm template: parse error at /],
  ])("is not believed to have rendered %s", async (_what, more, why) => {
    expect(await failure(chart("web", more))).toMatch(why);
  });

  it("renders each chart as a release of its own", async () => {
    const egress = `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: egress }
spec: { podSelector: {}, policyTypes: [Egress], egress: [{ ports: [{ port: 443 }] }] }
`;
    const files = { ...chart("charts/a", { "templates/egress.yaml": egress }), ...chart("charts/b") };
    const all = await findings(files);
    const dns = all.filter(({ rule }) => rule === "dns-port-never-allowed");
    expect(dns.map(({ message }) => message)).toEqual([expect.stringContaining("`release-name-a`")]);
    const { stdout } = await runAnp(["lint", "--render", "--roots"], { cwd: folderWith(files), env: ENV });
    expect(stdout.match(/^charts\/[ab]\n {2}a chart, rendered as a release of its own$/gm)).toHaveLength(2);
    // Whoever gives a namespace says where all of them are.
    const together = (await findings(files, "-n", "team")).filter(
      ({ rule }) => rule === "dns-port-never-allowed",
    );
    expect(together.map(({ message }) => message)).toEqual([
      expect.stringContaining("`release-name-a` and `release-name-b`"),
    ]);
  });

  it("is not called for a chart of a kustomization", async () => {
    const files = {
      "prod/kustomization.yaml":
        "helmCharts: [{ name: redis, repo: 'https://127.0.0.1:9', version: 1.0.0 }]\n",
    };
    expect(await failure(files)).toContain("prod/kustomization.yaml isn't rendered: it has helmCharts");
  });
});
