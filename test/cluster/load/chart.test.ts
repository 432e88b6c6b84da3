import { cpuTimeOf } from "../../support/cpu-time.js";
import { describe, expect, it } from "vitest";
import { chartDoubt, type ChartFolder } from "../../../src/cluster/load/chart.js";

const CONFIG = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";
const POLICY = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: a}\n";

type Files = Readonly<Record<string, string>>;

/** The folder of a chart that has some files, by their paths in it. */
function chartOf(files: Files, doubt?: ChartFolder["doubt"]): ChartFolder {
  const all = Object.entries({ "Chart.yaml": "name: shop\n", ...files }).map(([name, text]) => ({
    name,
    text,
  }));
  const below = (folder: string): string[] => [
    ...new Set(
      all.flatMap(({ name }) =>
        name.startsWith(folder) ? [name.slice(folder.length).split("/")[0] ?? ""] : [],
      ),
    ),
  ];
  const inside = (folder: string): Files =>
    Object.fromEntries(
      all.flatMap(({ name, text }) => (name.startsWith(folder) ? [[name.slice(folder.length), text]] : [])),
    );
  return {
    templates: all
      .filter(({ name }) => name.startsWith("templates/"))
      .map((file) => ({ ...file, isPartial: /\/(?:_[^/]*|NOTES\.txt)$/.test(file.name) })),
    values: all.filter(({ name }) => name.startsWith("values")),
    metadata: all.filter(({ name }) => name === "Chart.yaml" || name === "requirements.yaml"),
    vendored: below("charts/").map((name) => chartOf(inside(`charts/${name}/`))),
    ...(doubt === undefined ? {} : { doubt }),
  };
}

/** Why a chart may hold a policy: `function tpl`. */
function outcomeOf(files: Files): string {
  const doubt = chartDoubt(chartOf(files));
  return doubt === undefined ? "none" : `${doubt.code} ${doubt.text}`.trim();
}

const HELPERS = `{{/* What goes by a name. */}}
{{- define "shop.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- $name := default .Chart.Name .Values.nameOverride }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{- define "shop.labels" -}}
app.kubernetes.io/name: {{ include "shop.fullname" . }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.extraLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}
`;

describe("a chart that writes nothing but plain kinds holds no policy", () => {
  it.each<readonly [what: string, template: string]>([
    ["as it stands", CONFIG],
    ["behind a condition", `{{- if .Values.on }}\n${CONFIG}{{- end }}\n`],
    ["behind a separator and a condition", `---\n{{- if .Values.on }}\n${CONFIG}{{- end }}\n---\n${CONFIG}`],
    ["in a loop, each in a document", `{{- range .Values.all }}\n---\n${CONFIG}{{- end }}\n`],
    ["in a loop, with a separator behind each", `{{- range .Values.all }}\n${CONFIG}---\n{{- end }}\n`],
    ["in two branches", `{{ if .Values.a }}\n${CONFIG}{{ else }}\n${CONFIG}{{ end }}`],
    [
      "with a version for each cluster",
      `{{- if .Capabilities.APIVersions.Has "networking.k8s.io/v1" }}\napiVersion: networking.k8s.io/v1\n{{- else }}\napiVersion: extensions/v1beta1\n{{- end }}\nkind: Ingress\nmetadata:\n  name: a\n`,
    ],
    [
      "with names and labels that are printed",
      `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ include "shop.fullname" . }}\n  labels:\n    {{- include "shop.labels" . | nindent 4 }}\nspec:\n  replicas: {{ .Values.replicas }}\n  template:\n    metadata:\n      annotations:\n        checksum: {{ include "shop.labels" . | sha256sum }}\n    spec:\n      {{- with .Values.nodeSelector }}\n      nodeSelector:\n        {{- toYaml . | nindent 8 }}\n      {{- end }}\n      containers:\n      - name: a\n        image: "{{ .Values.image }}:{{ .Values.tag | default .Chart.AppVersion }}"\n{{ toYaml .Values.resources | indent 8 }}\n`,
    ],
    [
      "with the older statement",
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ template "shop.fullname" . }}\n`,
    ],
    [
      "with the checksum of another template",
      `${CONFIG}  sum: {{ include (print $.Template.BasePath "/a.yaml") . | sha256sum }}\n`,
    ],
    ["with CRLF", CONFIG.replaceAll("\n", "\r\n")],
    ["with comments", `{{- /* nothing */ -}}\n# {{ .Values.note }}\n${CONFIG}`],
    ["nothing at all", "{{- if .Values.on }}\n{{- end }}\n"],
  ])("%s", (_, template) => {
    expect(
      outcomeOf({
        "templates/a.yaml": template,
        "templates/_helpers.tpl": HELPERS,
        "values.yaml": "replicas: 1\n",
      }),
    ).toBe("none");
  });

  it("with charts that are in its folder", () => {
    const dependencies = "name: shop\ndependencies: [{name: db, repository: https://example.com}]\n";
    expect(
      outcomeOf({
        "Chart.yaml": dependencies,
        "templates/a.yaml": CONFIG,
        "charts/db/Chart.yaml": "name: db\n",
        "charts/db/templates/a.yaml": CONFIG,
      }),
    ).toBe("none");
  });
});

describe("a chart that may hold a policy, by one file of it", () => {
  it.each<readonly [what: string, path: string, text: string, doubt: string]>([
    ["a policy", "templates/a.yaml", POLICY, "kind NetworkPolicy"],
    [
      "one behind a condition",
      "templates/a.yaml",
      `{{ if .Values.on }}\n${POLICY}{{ end }}`,
      "kind NetworkPolicy",
    ],
    [
      "one in a branch of a document",
      "templates/a.yaml",
      `${CONFIG}{{ if .Values.on }}\nkind: NetworkPolicy\n{{ end }}`,
      "kind NetworkPolicy",
    ],
    [
      "one behind a separator in a loop",
      "templates/a.yaml",
      `${CONFIG}{{ range .Values.all }}\n---\n${POLICY}{{ end }}`,
      "kind NetworkPolicy",
    ],
    [
      "one in quotes",
      "templates/a.yaml",
      POLICY.replace("NetworkPolicy", '"NetworkPolicy"'),
      "kind NetworkPolicy",
    ],
    [
      "one with escapes",
      "templates/a.yaml",
      POLICY.replace("NetworkPolicy", '"Network\\x50olicy"'),
      'root-line kind: "Network\\x50olicy"',
    ],
    [
      "one whose kind is printed",
      "templates/a.yaml",
      POLICY.replace("NetworkPolicy", '{{ printf "%sPolicy" "Network" }}'),
      'printed-at-root printf "%sPolicy" "Network"',
    ],
    [
      "one whose kind is printed in part",
      "templates/a.yaml",
      POLICY.replace("NetworkPolicy", "{{ .Values.a }}Policy"),
      "printed-at-root .Values.a",
    ],
    [
      "one whose kind is in branches",
      "templates/a.yaml",
      POLICY.replace("NetworkPolicy", "Network{{ if .Values.a }}Policy{{ end }}"),
      "kind NetworkPolicy",
    ],
    [
      "one whose key is in branches",
      "templates/a.yaml",
      POLICY.replace("kind", "ki{{ if .Values.a }}nd{{ end }}"),
      "kind NetworkPolicy",
    ],
    [
      "one whose key is printed",
      "templates/a.yaml",
      CONFIG + '{{ "kind" }}: NetworkPolicy\n',
      'printed-at-root "kind"',
    ],
    [
      "one whose key is quoted",
      "templates/a.yaml",
      CONFIG + '"kind": NetworkPolicy\n',
      'root-line "kind": NetworkPolicy',
    ],
    [
      "one whose key has a blank",
      "templates/a.yaml",
      CONFIG + "kind : NetworkPolicy\n",
      "root-line kind : NetworkPolicy",
    ],
    ["one whose key is in capitals", "templates/a.yaml", CONFIG + "Kind: Pod\n", "root-line Kind: Pod"],
    [
      "one whose key is explicit",
      "templates/a.yaml",
      CONFIG + "? kind\n: NetworkPolicy\n",
      "root-line ? kind",
    ],
    [
      "one whose key is tagged",
      "templates/a.yaml",
      CONFIG + "!!str kind: NetworkPolicy\n",
      "root-line !!str kind: NetworkPolicy",
    ],
    ["a later kind that counts", "templates/a.yaml", `${CONFIG}kind: NetworkPolicy\n`, "kind NetworkPolicy"],
    ["a merge at the root", "templates/a.yaml", `${CONFIG}<<: *other\n`, "root-line <<: *other"],
    [
      "a root in brackets",
      "templates/a.yaml",
      "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy}\n",
      "root-line {apiVersion: networking.k8s.io/v1, kind: NetworkPolicy}",
    ],
    [
      "a root that is indented",
      "templates/a.yaml",
      ` ${POLICY.trimEnd().replaceAll("\n", "\n ")}\n`,
      "indented-root apiVersion: networking.k8s.io/v1",
    ],
    [
      "a root that is indented where a branch is not taken",
      "templates/a.yaml",
      "{{ if .Values.a }}\napiVersion: v1\nkind: ConfigMap\nmetadata:\n{{ end }}\n  kind: NetworkPolicy\n",
      "indented-root kind: NetworkPolicy",
    ],
    [
      "a root that is indented the second time round",
      "templates/a.yaml",
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n{{ range .Values.all }}\n  kind: NetworkPolicy\n---\n{{ end }}\n",
      "indented-root kind: NetworkPolicy",
    ],
    [
      "a kind that goes on below",
      "templates/a.yaml",
      "apiVersion: v1\nkind: Secret\n  Policy\n",
      "indented-root Policy",
    ],
    [
      "a root that is printed below",
      "templates/a.yaml",
      "---\n{{ toYaml .Values.all | nindent 2 }}\n",
      "indented-root toYaml .Values.all | nindent 2",
    ],
    [
      "text on a separator's line",
      "templates/a.yaml",
      `${CONFIG}---kind: NetworkPolicy\n`,
      "root-line ---kind: NetworkPolicy",
    ],
    [
      "a separator that is printed",
      "templates/a.yaml",
      `${CONFIG}{{ "---" }}\n${CONFIG}`,
      'printed-at-root "---"',
    ],
    [
      "lines that an end joins",
      "templates/a.yaml",
      `${CONFIG}k{{- if .Values.a }}\n{{- end }}ind: NetworkPolicy\n`,
      "kind NetworkPolicy",
    ],
    ["a list", "templates/a.yaml", "apiVersion: v1\nkind: List\nitems: []\n", "root-line items: []"],
    ["a list of a kind", "templates/a.yaml", "apiVersion: v1\nkind: ConfigMapList\n", "kind ConfigMapList"],
    [
      "items of any object",
      "templates/a.yaml",
      `${CONFIG}items:\n- kind: NetworkPolicy\n`,
      "root-line items:",
    ],
    [
      "a namespace, whose labels policies select",
      "templates/a.yaml",
      CONFIG.replace("ConfigMap", "Namespace"),
      "kind Namespace",
    ],
    ["a kind that nobody knows", "templates/a.yaml", CONFIG.replace("ConfigMap", "Fence"), "kind Fence"],
    [
      "another vendor's policy",
      "templates/a.yaml",
      "apiVersion: cilium.io/v2\nkind: CiliumNetworkPolicy\n",
      "kind CiliumNetworkPolicy",
    ],
    [
      "a misspelt policy",
      "templates/a.yaml",
      "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicies\n",
      "kind NetworkPolicies",
    ],
    ["a document without kind", "templates/a.yaml", "apiVersion: v1\nmetadata: {}\n", "no-kind"],
    [
      "manifests of the values",
      "templates/a.yaml",
      "{{- range .Values.extraObjects }}\n---\n{{ toYaml . }}\n{{- end }}\n",
      "printed-at-root toYaml .",
    ],
    [
      "the same, evaluated",
      "templates/a.yaml",
      "{{- range .Values.extraObjects }}\n---\n{{ tpl (toYaml .) $ }}\n{{- end }}\n",
      "function tpl",
    ],
    [
      "an object that is included",
      "templates/a.yaml",
      '{{ include "shop.all" . }}',
      "missing-template shop.all",
    ],
    [
      "a template by a name that is made",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ include (printf "a") . }}\n`,
      'missing-template include (printf "a") .',
    ],
    [
      "a file of the chart",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ .Files.Get "a.yaml" }}\n`,
      "function .Files.Get",
    ],
    [
      "its files by another name",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ index . "Files" }}\n`,
      'function index . "Files"',
    ],
    [
      "its files by a name that is made",
      "templates/a.yaml",
      `${CONFIG}{{ $f := index $ (printf "%s%s" "Fi" "les") }}\n`,
      'function $f := index $ (printf "%s%s" "Fi" "les")',
    ],
    [
      "its files by going through all",
      "templates/a.yaml",
      `${CONFIG}data:\n{{- range $ }}\n  a: {{ . }}\n{{- end }}\n`,
      "function $",
    ],
    [
      "a line break that is written",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ "b\\nkind: NetworkPolicy" }}\n`,
      'printed-at-root "b\\nkind: NetworkPolicy"',
    ],
    [
      "one by its number",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ printf "b%ckind: NetworkPolicy" 10 }}\n`,
      'function printf "b%ckind: NetworkPolicy" 10',
    ],
    ["one in base64", "templates/a.yaml", `${CONFIG}data:\n  a: {{ b64dec .Values.a }}\n`, "function b64dec"],
    [
      "one that is decoded",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ (fromJson .Values.a).b }}\n`,
      "function fromJson",
    ],
    [
      "one in back quotes",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ \`b\nkind: NetworkPolicy\` }}\n`,
      "function `b\nkind: NetworkPolicy`",
    ],
    [
      "YAML in a line",
      "templates/a.yaml",
      `${CONFIG}data: {{ toYaml .Values.data }}\n`,
      "printed-at-root toYaml .Values.data",
    ],
    [
      "YAML that is not indented",
      "templates/a.yaml",
      `${CONFIG}data: {{ toYaml .Values.data | nindent 0 }}\n`,
      "printed-at-root toYaml .Values.data | nindent 0",
    ],
    [
      "YAML in a variable",
      "templates/a.yaml",
      `{{ $a := toYaml .Values.a }}\n${CONFIG}data: {{ $a }}\n`,
      "printed-at-root $a",
    ],
    [
      "YAML in a variable of a variable",
      "templates/a.yaml",
      `{{ $a := toYaml .Values.a }}{{ $b := $a }}\n${CONFIG}data: {{ $b }}\n`,
      "printed-at-root $b",
    ],
    [
      "YAML as the dot",
      "templates/a.yaml",
      `${CONFIG}data: {{ with toYaml .Values.a }}{{ . }}{{ end }}\n`,
      "function toYaml .Values.a",
    ],
    [
      "YAML that is stored",
      "templates/a.yaml",
      `{{ $_ := set .Values "a" (toYaml .Values.b) }}\n${CONFIG}`,
      "function set",
    ],
    [
      "U+2028, which breaks lines",
      "templates/a.yaml",
      `${CONFIG}# a\u2028kind: NetworkPolicy\n`,
      "template-syntax",
    ],
    [
      "a lone CR, which breaks lines",
      "templates/a.yaml",
      `${CONFIG}# a\rkind: NetworkPolicy\n`,
      "template-syntax",
    ],
    [
      "a CR that is written",
      "templates/a.yaml",
      `${CONFIG}data:\n  a: {{ "b\\rkind: NetworkPolicy" | indent 4 }}\n`,
      'function "b\\rkind: NetworkPolicy" | indent 4',
    ],
    ["an action that does not end", "templates/a.yaml", `${CONFIG}{{ if .Values.a }}`, "template-syntax"],
    ["a block", "templates/a.yaml", `${CONFIG}{{ block "a" . }}{{ end }}`, "template-syntax"],
    ["a file without the ending of YAML", "templates/a", POLICY, "kind NetworkPolicy"],
    ["a hook", "templates/tests/a.yaml", POLICY, "kind NetworkPolicy"],
    ["a chart in its folder", "charts/db/templates/a.yaml", POLICY, "kind NetworkPolicy"],
    ["a chart in a chart", "charts/db/charts/x/templates/a.yaml", POLICY, "kind NetworkPolicy"],
    ["a dependency", "Chart.yaml", "name: shop\ndependencies: [{name: db}]\n", "chart-dependency db"],
    ["an older one", "requirements.yaml", "dependencies: [{name: db}]\n", "chart-dependency db"],
    [
      "metadata that say two things",
      "Chart.yaml",
      "name: shop\ndependencies: [{name: db}]\ndependencies: []\n",
      "chart-file",
    ],
    ["a value of several lines", "values.yaml", 'a: "b\\n---\\nkind: NetworkPolicy"\n', "chart-lines b"],
    ["a key of several lines", "values.yaml", '"b\\nkind": NetworkPolicy\n', "chart-lines b"],
    ["values for one place", "values-prod.yaml", "a: |\n  b\n  c\n", "chart-lines b"],
    ["values that cannot be read", "values.yaml", "a: [\n", "chart-file"],
    [
      "a value that a template changes",
      "templates/_helpers.tpl",
      '{{ define "a" }}{{ $_ := set .root.Values "b" .a }}{{ end }}',
      "function set",
    ],
    [
      "its files behind a name",
      "templates/a.yaml",
      `${CONFIG}{{ with dict "a" $ }}{{ $b := index . "a" }}{{ end }}`,
      'function $b := index . "a"',
    ],
    [
      "its files behind a name that is made",
      "templates/a.yaml",
      `${CONFIG}{{ $b := dict .Values.a $ }}`,
      "function $b := dict .Values.a $",
    ],
    [
      "its files in a list",
      "templates/a.yaml",
      `${CONFIG}{{ range list (dict "a" $) }}{{ end }}`,
      'function list (dict "a" $)',
    ],
    [
      "its files in a variable",
      "templates/a.yaml",
      `${CONFIG}{{ $b := dict "a" $ }}{{ range $b }}{{ end }}`,
      "function $b",
    ],
    [
      "the files of charts in it",
      "templates/a.yaml",
      `${CONFIG}{{ range .Subcharts }}{{ end }}`,
      "function .Subcharts",
    ],
    [
      "a policy that only a comment hides from helm",
      "templates/a.yaml",
      `${CONFIG}# {{/*\n---\n${POLICY}# */}}\n`,
      "kind NetworkPolicy",
    ],
    [
      "a policy in a file of names, as kubectl reads it",
      "templates/_a.yaml",
      `# {{ define "a" }}\n${POLICY}# {{ end }}\n`,
      "kind NetworkPolicy",
    ],
    [
      "a list that only a comment hides",
      "templates/a.yaml",
      `${CONFIG}# {{/*\n---\n${CONFIG}items: []\n# */}}\n`,
      "kind ConfigMap",
    ],
    [
      "what only kubectl reads behind a comment",
      "templates/a.yaml",
      `${CONFIG}# {{/*\n---\n${POLICY}a: ${"[".repeat(70)}${"]".repeat(70)}\n# */}}\n`,
      "chart-file",
    ],
  ])("%s", (_, path, text, doubt) => {
    expect(outcomeOf({ "templates/z.yaml": CONFIG, [path]: text })).toBe(doubt);
  });

  it("metadata that are left out: they name what else it needs", () => {
    const chart = { ...chartOf({ "templates/a.yaml": CONFIG }), metadata: [] };
    expect(chartDoubt(chart)).toEqual({ code: "chart-file", text: "", file: "Chart.yaml" });
  });

  it("what was not read", () => {
    for (const code of ["chart-archive", "chart-link", "chart-file"] as const) {
      const doubt = { code, text: "", file: "charts/db.tgz" };
      expect(chartDoubt(chartOf({ "templates/a.yaml": CONFIG }, doubt))).toEqual(doubt);
    }
  });
});

describe("a chart that includes a file of its templates", () => {
  it.each([
    ["as it is", '(print $.Template.BasePath "/b.yaml") .', "printed-at-root"],
    [
      "that writes nothing by itself",
      '(print $.Template.BasePath "/_b.yaml") . | sha256sum',
      "missing-template",
    ],
    ["whose name is a value", "(print $.Template.BasePath .Values.b) . | sha256sum", "missing-template"],
    ["of another folder", '(print .Values.folder "/b.yaml") . | sha256sum', "missing-template"],
  ])("%s", (_, included, code) => {
    const template = `${CONFIG}  b: {{ include ${included} }}\n`;
    expect(outcomeOf({ "templates/a.yaml": template, "templates/b.yaml": CONFIG })).toMatch(code);
  });
});

describe("a chart of which one template may write anything", () => {
  const anything = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ tpl .Values.a . }}}\n";

  it("is told by the template that names a policy", () => {
    expect(outcomeOf({ "templates/a.yaml": anything, "templates/np.yaml": POLICY })).toBe(
      "kind NetworkPolicy",
    );
  });

  it("is told by what may write anything, where none does", () => {
    expect(outcomeOf({ "templates/a.yaml": anything, "templates/b.yaml": CONFIG })).toBe("function tpl");
  });
});

describe("templates that have names", () => {
  it.each<readonly [what: string, helpers: string, template: string, doubt: string]>([
    [
      "that write lines, in a line",
      '{{ define "a" }}\nb\n{{ end }}',
      'data: {{ include "a" . }}\n',
      'printed-at-root include "a" .',
    ],
    [
      "that write a policy, in a line",
      `{{ define "a" }}b\n---\n${POLICY}{{ end }}`,
      'data: {{ template "a" . }}\n',
      'printed-at-root template "a" .',
    ],
    [
      "that write an object",
      `{{ define "a" -}}\n${POLICY}{{- end }}`,
      '---\n{{ include "a" . }}\n',
      'printed-at-root include "a" .',
    ],
    [
      "that are there twice",
      '{{ define "a" -}}b{{- end }}{{ define "a" }}\nb\n{{ end }}',
      'data: {{ include "a" . }}\n',
      'printed-at-root include "a" .',
    ],
    [
      "that print YAML",
      '{{ define "a" -}}{{ toYaml .b }}{{- end }}',
      'data: {{ include "a" . }}\n',
      'printed-at-root include "a" .',
    ],
    [
      "that are given YAML",
      '{{ define "a" -}}{{ .b }}{{- end }}',
      'data: {{ include "a" (dict "b" (toYaml .Values.b)) }}\n',
      'printed-at-root include "a" (dict "b" (toYaml .Values.b))',
    ],
    [
      "that include themselves",
      '{{ define "a" -}}{{ include "a" . }}{{- end }}',
      'data: {{ include "a" . }}\n',
      'printed-at-root include "a" .',
    ],
    ["that evaluate", '{{ define "a" -}}{{ tpl .b . }}{{- end }}', "", "function tpl"],
    [
      "that go through all that there is",
      '{{ define "a" -}}{{ range . }}{{ . }}{{ end }}{{- end }}',
      "",
      "function .",
    ],
    [
      "that are given all, under a name",
      '{{ define "a" -}}{{ range .all }}{{ . }}{{ end }}{{- end }}',
      'data: {{ include "a" (dict "all" $) | quote }}\n',
      "function .all",
    ],
    ["of another chart", '{{ define "b" }}{{ end }}', 'data: {{ include "a" . }}\n', "missing-template a"],
    ["that write one line", '{{ define "a" -}}b{{- end }}', 'data: {{ include "a" . }}\n', "none"],
    [
      "that write lines, indented",
      '{{ define "a" }}\nb\n{{ end }}',
      'data: {{ include "a" . | nindent 2 }}\n',
      "none",
    ],
    [
      "that write lines, in quotes",
      '{{ define "a" }}\nb\n{{ end }}',
      'data: {{ include "a" . | quote }}\n',
      "none",
    ],
  ])("%s", (_, helpers, template, doubt) => {
    expect(outcomeOf({ "templates/_helpers.tpl": helpers, "templates/a.yaml": CONFIG + template })).toBe(
      doubt,
    );
    expect(outcomeOf({ "templates/NOTES.txt": helpers, "templates/a.yaml": CONFIG + template })).toBe(doubt);
  });
});

describe("work is bounded", () => {
  it("and suffices for large files", () => {
    const large = `${CONFIG}data:\n${"  a: {{ .Values.a }}\n".repeat(20_000)}`;
    expect(outcomeOf({ "templates/a.yaml": large })).toBe("none");
  });

  it.each<readonly [what: string, template: string]>([
    [
      "branches in a word",
      CONFIG.replace("ConfigMap", Array.from({ length: 40 }, (_, i) => `{{ if .a }}${i}{{ end }}`).join("")),
    ],
    ["loops in loops", `${CONFIG}${"{{ range .a }}\n".repeat(50)}${"{{ end }}".repeat(50)}`],
    ["actions in actions", `${"{{ if .a }}".repeat(100)}${"{{ end }}".repeat(100)}`],
    ["brackets in brackets", `${CONFIG}a: {{ ${"(".repeat(20_000)}${")".repeat(20_000)} }}`],
    ["a long file", `${CONFIG}data:\n${"  a: {{ .Values.a }}\n".repeat(150_000)}`],
  ])("%s", async (_, template) => {
    expect(await cpuTimeOf(() => outcomeOf({ "templates/a.yaml": template }))).toBeLessThan(10);
  });
});
