import { changesData } from "./change-data.js";
import { FAMILIES } from "../../base/net/address.js";
import { isOnHostNetwork } from "../../cluster/model/endpoint.js";
import { PageEntries } from "./entry-data.js";
import { pageJson } from "./html.js";
import { PAIR_SHARES } from "../../questions/matrix/pair-share.js";
import { placeName } from "./place-words.js";
import { policiesInOrder, policyData } from "./policy-data.js";
import { PolicySources } from "./sources.js";
import { rowText } from "../matrix-words.js";
import { singleEndKey } from "../../questions/matrix/partners.js";
import { typedName } from "../../semantics/reach/witness.js";
import { walkData, type WalkData } from "./walk-data.js";
import type { Detail, PageData, PlaceData, RowData } from "../../page/model.js";
import type { PageReport } from "./page-report.js";
import type { Row } from "../../semantics/reach/rows.js";

/** The data of a page in bytes: the length of its JSON in four bytes, the lowest first, the JSON, and the numbers of all flows. */
export function pageBytes(report: PageReport, detail: Detail): Uint8Array {
  const { data, bytes } = pageData(report, detail);
  const json = new TextEncoder().encode(pageJson(data));
  const whole = new Uint8Array(4 + json.length + bytes.length);
  new DataView(whole.buffer).setUint32(0, json.length, true);
  whole.set(json, 4);
  whole.set(bytes, 4 + json.length);
  return whole;
}

function pageData(
  report: PageReport,
  detail: Detail,
): { readonly data: PageData; readonly bytes: Uint8Array } {
  const { survey, cluster, diff, ask } = report;
  const { matrix } = survey;
  const sources = new PolicySources();
  const policies = policiesInOrder(cluster.policies);
  const entries = new PageEntries(sources, new Map(policies.map((policy, i) => [policy, i])));
  const walks = detail === "counts" ? NO_WALKS : walkData(survey, detail === "chains" ? entries : undefined);
  const numbers = new Map<string, number>();
  const numberOf = (node: string): number => {
    const number = numbers.get(node) ?? numbers.size;
    numbers.set(node, number);
    return number;
  };
  const data: PageData = {
    ask,
    families: FAMILIES,
    places: placesData(report),
    rows: detail === "counts" ? [] : matrix.rows.map((row) => rowData(row, report, walks, numberOf)),
    classes: walks.classes,
    traffics: walks.traffics,
    answers: walks.answers,
    policies: detail === "chains" ? policyData(matrix, policies, entries) : [],
    changes: diff === undefined ? undefined : changesData(diff, matrix.rows),
    entries: entries.all,
    sources: sources.all,
    detail,
  };
  return { data, bytes: walks.bytes };
}

const NO_WALKS: WalkData = {
  classes: [],
  traffics: [],
  answers: [],
  bytes: new Uint8Array(),
  numberOf: () => 0,
};

function placesData({ survey: { places, counts } }: PageReport): PlaceData[] {
  return places.map(({ kind, name, first, count }, i) => ({
    kind,
    name: placeName({ kind, name }),
    first,
    count,
    counts: (counts[i] ?? []).map((each) => PAIR_SHARES.map((share) => each[share])),
  }));
}

function rowData(
  row: Row,
  { survey: { matrix } }: PageReport,
  walks: WalkData,
  numberOf: (node: string) => number,
): RowData {
  const { endClass, kind, nodes, labels } = row;
  const key = singleEndKey(row);
  const { representative } = endClass;
  const typed = FAMILIES.map((family) => typedName(row, family));
  const isPod = representative.type === "pod";
  return {
    name: rowText(row, matrix),
    typed: typed[0] === typed[1] ? typed.slice(0, 1) : typed,
    kind,
    class: walks.numberOf(endClass),
    single: key === undefined ? undefined : numberOf(`end ${key}`),
    isOnHost: isPod && isOnHostNetwork(representative),
    nodes:
      endClass.asOwnNode === undefined && !isPod
        ? []
        : nodes === "unknown"
          ? nodes
          : [...nodes].map(numberOf),
    labels: Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`),
    ports: isPod ? (representative.ports ?? []).map(({ protocol, port }) => [protocol, port] as const) : [],
  };
}
