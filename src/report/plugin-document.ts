import { sourceAddress } from "../semantics/plugins/row.js";
import { conditions, featureLines } from "./plugins-text.js";
import { PLUGINS } from "../semantics/plugins/plugins.js";
import type { Plugin, PluginRow } from "../semantics/plugins/row.js";

const HEAD = `# Network plugins

What network plugins do where the spec leaves something open, or where they leave the spec. \`--plugin NAME\` of \`anp explain\`, \`matrix\`,
\`diff\`, \`lint\`, \`audit egress\` and \`test\` answers so, and so does \`plugin: NAME\` in \`anp.yaml\`.

This page is made from the table itself (\`test/docs/plugins.test.ts\` holds them equal); \`anp plugins NAME\` prints a part of it, \`-o json\` all
of it (\`schemas/plugins.json\`).

- \`cilium\` is the newest release that was read, \`cilium@1.18\` another one, \`cilium@1.20+sctp\` one with something switched on that is off
  by default. \`auto\` goes by DaemonSets, policy kinds, settings, node labels and CRDs of the input, and says by which; what it doesn't recognise, it says
  too. CRDs count of a live cluster or a snapshot, where nothing else shows a plugin: they may be left over. The settings that it reads: of the ConfigMaps \`cilium-config\`, \`antrea-config\`, \`amazon-vpc-cni\` and \`ovnkube-config\` the keys
  that switch on what is listed below, of Calico's ClusterInformation and its operator's Installation the release, of its FelixConfiguration \`defaultEndpointToHostAction\`, of the DaemonSets \`aws-node\` and \`kube-router\` the
  arguments and variables that do, of \`kube-flannel-ds\` whether it has the container \`kube-network-policies\`. Where objects show several plugins that may
  enforce policies, none is taken, and the answer says so: a chained plugin that only connects pods doesn't count. Images and Helm values aren't read.
- A row changes verdicts only if it is documented or was read in the code. What only an issue tells, or was inferred, is a note, as is what no
  verdict about new connections can show (connections that are open, pods that start).
- Every point that no row names is read as without \`--plugin\`. \`--profile strict\` beside it leaves those points open.
- \`anp lint --plugin\` argues about flows with what the plugin does too: a rule is redundant, shadowed or overridden as it enforces them.
- \`anp explain\` names the rows without which its answer would be another one. Without \`--plugin\` it names the plugins that would answer
  otherwise (\`with --plugin …: denied\`): each is asked the same question, by its newest release, with those features on without which it would not do something at all. Those that don't enforce
  some kind of policy of the input are left out there, and so are plugins that nobody maintains.
- ICMP stands for all protocols without ports; some plugins treat GRE, ESP and others apart from it, which rows say and verdicts don't show.
`;

/** The page of all plugins, in Markdown. */
export function pluginDocument(rows: readonly PluginRow[]): string {
  const sections = Object.values(PLUGINS).map((plugin) =>
    sectionOf(
      plugin,
      rows.filter((row) => row.plugin === plugin.name),
    ),
  );
  return `${HEAD}\n${sections.join("\n")}`;
}

function sectionOf(plugin: Plugin, rows: readonly PluginRow[]): string {
  const { name, title, newest, aliases } = plugin;
  const read = newest === undefined ? "" : `, read up to ${newest.join(".")}`;
  const also = aliases.length === 0 ? "" : ` Also called ${aliases.map((each) => `\`${each}\``).join(", ")}.`;
  const on = featureLines(plugin).map((line) => line.replace(/^(\S+):/, "- `$1`:"));
  const table = [
    "| id | what it does | verdicts | about | known by |",
    "| --- | --- | --- | --- | --- |",
    ...rows.map(rowOf),
  ];
  return `## ${name}

${title}${read}.${also}
${on.length === 0 ? "" : `\nOff by default:\n\n${on.join("\n")}\n`}
${table.join("\n")}
`;
}

function rowOf(row: PluginRow): string {
  const { id, does, reading, effect, about, confidence, date, sources } = row;
  const when = conditions(row).join(", ");
  const links = sources.map((source, at) => `[${at + 1}](${sourceAddress(source)})`).join(" ");
  const verdicts = reading === undefined ? "–" : effect;
  const what = when === "" ? does : `${does} (${when})`;
  return `| ${id} | ${what} | ${verdicts} | ${about.join(", ")} | ${confidence} ${date} ${links} |`;
}
