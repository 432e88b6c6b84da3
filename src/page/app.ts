import { byId, h } from "./dom.js";
import { changesView } from "./changes-view.js";
import { MapView, type Chosen } from "./map-view.js";
import { PAIR_SHARES, type PairShare } from "../questions/matrix/pair-share.js";
import { pairPanel } from "./pair-panel.js";
import { policiesView } from "./policies-view.js";
import { readState, writeState, type PageState } from "./state.js";
import { SHARE_NAMES } from "./words.js";
import { askedTraffic, type Filters } from "./filters.js";
import { workloadView } from "./workload-view.js";
import type { FlowGrid } from "./grid.js";

/** Puts the views of a page together: one is seen at a time, and the address says which. */
export class App {
  readonly #grid: FlowGrid;
  readonly #byName: ReadonlyMap<string, number>;
  readonly #made = new Set<string>();
  #state: PageState = { view: "map", values: {} };
  #map: MapView | undefined;

  constructor(grid: FlowGrid) {
    this.#grid = grid;
    this.#byName = new Map(grid.data.rows.map(({ name }, i) => [name, i]));
  }

  begin(): void {
    addEventListener("hashchange", () => this.#read());
    addEventListener("keydown", (event) => this.#onKey(event));
    // What is printed is what can be read without the script.
    this.#read();
  }

  #read(): void {
    const read = readState(location.hash);
    const isThere = read.view !== "" && document.getElementById(read.view)?.tagName === "SECTION";
    this.#state = isThere ? read : { view: "map", values: {} };
    this.#show();
  }

  /** Changes what the address says, without a step back. */
  #note(values: Readonly<Record<string, string>>): void {
    this.#state = { view: this.#state.view, values: { ...this.#state.values, ...values } };
    history.replaceState(null, "", writeState(this.#state));
  }

  #go(view: string, values: Readonly<Record<string, string>>): void {
    location.hash = writeState({ view, values });
  }

  #show(): void {
    const { view } = this.#state;
    for (const section of document.querySelectorAll("main > section"))
      section.classList.toggle("shown", section.id === view || (section.id === "summary" && view === "map"));
    scrollTo(0, 0);
    for (const link of document.querySelectorAll("nav a")) {
      const isHere = link.getAttribute("href") === `#${view}`;
      if (isHere) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    if (view === "map") this.#showMap();
    else if (view === "workload") this.#showWorkload();
    else if (!this.#made.has(view)) {
      this.#made.add(view);
      const { data } = this.#grid;
      if (view === "policies") byId("policies").append(policiesView(data));
      if (view === "changes" && data.changes !== undefined)
        byId("changes-map").append(changesView(data.changes));
    }
    document.title = document.title.replace(
      /^.*? · |^/,
      `${document.querySelector(`#${CSS.escape(view)} h2`)?.textContent ?? view} · `,
    );
  }

  #showMap(): void {
    const { values } = this.#state;
    if (this.#grid.data.detail === "counts" && !this.#made.has("map"))
      byId("map").append(
        h(
          "p",
          { class: "note" },
          "This page has namespaces alone: the cluster is too large. anp matrix --from and --to show parts of it.",
        ),
      );
    if (this.#map === undefined) {
      this.#made.add("map");
      const open = values["open"] === undefined ? undefined : new Set(this.#placesNamed(values["open"]));
      this.#map = new MapView(this.#grid, this.#filters(), open, (chosen) => this.#choose(chosen));
      byId("map").append(
        this.#filterBar(),
        h("div", { class: "split" }, this.#map.element, h("div", { id: "panel" })),
      );
    } else this.#map.update(this.#filters());
    const [from, to] = [this.#rowNamed("from"), this.#rowNamed("to")];
    if (from === undefined || to === undefined) this.#closePanel();
    else {
      this.#map.reveal(from, to);
      this.#openPanel(from, to);
    }
  }

  #placesNamed(names: string): number[] {
    const wanted = new Set(names.split(","));
    return this.#grid.data.places.flatMap(({ name }, i) => (wanted.has(name) ? [i] : []));
  }

  #rowNamed(key: string): number | undefined {
    return this.#byName.get(this.#state.values[key] ?? "");
  }

  #filters(): Filters {
    const { q = "", ns = "", port = "", verdict = "", hubs = "" } = this.#state.values;
    const share = PAIR_SHARES.find((each) => each === verdict) ?? "";
    return { text: q, place: ns, port, share, hidesHubs: hubs === "hidden" };
  }

  #filterBar(): HTMLElement {
    const { values } = this.#state;
    const change = (key: string, value: string): void => {
      this.#note({ [key]: value });
      this.#map?.update(this.#filters());
    };
    const text = h("input", {
      type: "search",
      id: "q",
      placeholder: "name or label=value",
      value: values["q"] ?? "",
      oninput: (event) => change("q", (event.target as HTMLInputElement).value),
    });
    const port = h("input", {
      type: "search",
      id: "port",
      placeholder: "443, 53/udp",
      size: "9",
      value: values["port"] ?? "",
      oninput: (event) => {
        const input = event.target as HTMLInputElement;
        input.setAttribute("aria-invalid", String(askedTraffic(input.value) === undefined));
        change("port", input.value);
      },
    });
    const select = (id: string, key: string, options: readonly (readonly [string, string])[]): HTMLElement =>
      h(
        "select",
        { id, onchange: (event) => change(key, (event.target as HTMLSelectElement).value) },
        ...options.map(([value, name]) =>
          h("option", { value, ...(values[key] === value ? { selected: "" } : {}) }, name),
        ),
      );
    const hubs = h("input", {
      type: "checkbox",
      id: "hubs",
      ...(values["hubs"] === "hidden" ? { checked: "" } : {}),
      onchange: (event) => change("hubs", (event.target as HTMLInputElement).checked ? "hidden" : ""),
    });
    const field = (name: string, input: HTMLElement): HTMLElement =>
      h("label", { for: input.id }, name, " ", input);
    return h(
      "form",
      { class: "filters", "aria-label": "Filters", onsubmit: (event) => event.preventDefault() },
      field("Filter", text),
      field(
        "Namespace",
        select("ns", "ns", [["", "all"], ...this.#grid.data.places.map(({ name }) => [name, name] as const)]),
      ),
      field("Port", port),
      field(
        "Verdict",
        select("verdict", "verdict", [
          ["", "all"],
          ...PAIR_SHARES.map((each): [PairShare, string] => [each, SHARE_NAMES[each]]),
        ]),
      ),
      h("label", { for: "hubs" }, hubs, " hide who talks to everybody"),
    );
  }

  #choose(chosen: Chosen): void {
    const open = [...(this.#map?.open ?? [])]
      .map((place) => this.#grid.data.places[place]?.name ?? "")
      .join(",");
    if (chosen === undefined) {
      this.#note({ from: "", to: "", open });
      this.#closePanel();
      return;
    }
    const { from, to } = chosen;
    this.#note({ from: this.#grid.row(from).name, to: this.#grid.row(to).name, open });
    this.#openPanel(from, to);
    document.getElementById("panel-h")?.focus();
  }

  #openPanel(from: number, to: number): void {
    const close = (): void => {
      this.#note({ from: "", to: "" });
      this.#closePanel();
      this.#map?.focus();
    };
    const toWorkload = (row: number): void => this.#go("workload", { of: this.#grid.row(row).name });
    byId("panel").replaceChildren(pairPanel(this.#grid, from, to, close, toWorkload));
  }

  #closePanel(): void {
    document.getElementById("panel")?.replaceChildren();
  }

  #showWorkload(): void {
    const section = byId("workload");
    const row = this.#rowNamed("of") ?? 0;
    if (this.#grid.data.rows.length === 0) return;
    const choose = h("input", {
      id: "of",
      list: "rows",
      size: "34",
      value: this.#grid.row(row).name,
      onchange: (event) => {
        const { value } = event.target as HTMLInputElement;
        if (this.#byName.has(value)) this.#go("workload", { of: value });
      },
    });
    const list = h(
      "datalist",
      { id: "rows" },
      ...this.#grid.data.rows.map(({ name }) => h("option", { value: name })),
    );
    const toPair = (from: number, to: number): void =>
      this.#go("map", { from: this.#grid.row(from).name, to: this.#grid.row(to).name });
    const [title] = section.children;
    section.replaceChildren(
      ...(title === undefined ? [] : [title]),
      h(
        "form",
        { class: "filters", onsubmit: (event) => event.preventDefault() },
        h("label", { for: "of" }, "Workload ", choose),
        list,
      ),
      workloadView(this.#grid, row, toPair),
    );
  }

  #onKey(event: KeyboardEvent): void {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const input = document.querySelector<HTMLInputElement>(
      "section.shown input[type=search], section.shown input[list]",
    );
    if (input === null) return;
    event.preventDefault();
    input.focus();
  }
}
