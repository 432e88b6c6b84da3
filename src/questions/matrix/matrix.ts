import { BITS, familyBits, ShapeGrid } from "./shape-grid.js";
import { connectionsBetween, type Connection } from "../../semantics/reach/connections.js";
import { AskedTraffic, type PortlessWorkloads, type UndeclaredPort } from "./asked-traffic.js";
import { Partners } from "./partners.js";
import { Slicer, type Slices } from "./slices.js";
import type { Part } from "../../semantics/evaluate/evaluate.js";
import { FAMILIES, type Family } from "../../base/net/address.js";
import type { ClassFlow, Reach } from "../../semantics/reach/reach.js";
import type { Namespace } from "../../cluster/model/cluster.js";
import type { Row } from "../../semantics/reach/rows.js";
import { isNoTraffic, type Traffic } from "../../base/net/traffic.js";
import type { TrafficQuestion } from "../query/traffic.js";
import type { Unsettled } from "../../semantics/match/unsettled.js";

/** What the asked traffic from one row to another comes to; several where family or node makes a difference. */
export interface MatrixFlow {
  readonly to: Row;
  readonly family: Family | undefined;
  readonly node: Connection["node"];
  readonly slices: Slices;
  /** The flows of classes that it stands for, from which the deciding rules are read. */
  readonly flows: readonly ClassFlow[];
}

/** Is told of each destination, by its place among them, what it is sent. */
export type SlicesVisitor = (
  column: number,
  slices: Slices,
  family: MatrixFlow["family"],
  node: MatrixFlow["node"],
) => void;

/** The sides of a map. */
export interface Sides {
  readonly sources: readonly Row[];
  readonly destinations: readonly Row[];
  /** Rows of pods that do not exist, which are not compared with each other. */
  readonly exposed: ReadonlySet<Row>;
}

/** For each family the numbers of slices, by the place of the destination; undefined for a family that a source has not. */
type FamilyNumbers = readonly (Uint32Array | undefined)[];

/** No more pairs than these are remembered: 64 MB, where all have two families. */
const MOST_NUMBERS = 2 ** 23;

/** Who reaches whom: the rows of both sides, and what each pair comes to, worked out when it is asked for. */
export class Matrix implements Sides {
  readonly reach: Reach;
  readonly sources: readonly Row[];
  readonly destinations: readonly Row[];
  readonly exposed: ReadonlySet<Row>;
  /** Namespaces that do not exist yet. */
  readonly newNamespaces: ReadonlyMap<string, Namespace>;
  readonly question: TrafficQuestion | undefined;
  readonly #asked: AskedTraffic;
  readonly #behindServices: ReadonlyMap<string, Traffic>;
  readonly #slicer = new Slicer();
  readonly #partners: Partners;
  #grid: ShapeGrid | undefined;
  #askedOf: readonly Traffic[] | undefined;
  #unasked: ReadonlySet<Row> | undefined;
  /** Of a map that was decided, and so is written next. */
  readonly #numbers = new Map<Row, FamilyNumbers>();
  #isDecided = false;

  constructor(
    reach: Reach,
    { sources, destinations, exposed }: Sides,
    newNamespaces: ReadonlyMap<string, Namespace>,
    question: TrafficQuestion | undefined,
    behindServices: ReadonlyMap<string, Traffic>,
  ) {
    this.reach = reach;
    this.sources = sources;
    this.destinations = destinations;
    this.exposed = exposed;
    this.newNamespaces = newNamespaces;
    this.question = question;
    this.#behindServices = behindServices;
    this.#asked = new AskedTraffic(question, behindServices);
    this.#partners = new Partners(destinations, exposed);
  }

  /** The same map with other rows. */
  with(sides: Sides): Matrix {
    return new Matrix(this.reach, sides, this.newNamespaces, this.question, this.#behindServices);
  }

  /** All rows, each once: the sources, then the destinations that are none. */
  get rows(): readonly Row[] {
    return [...new Set([...this.sources, ...this.destinations])];
  }

  /** The sources that can send anything: a name outside is only ever sent to. */
  get senders(): readonly Row[] {
    return this.sources.filter(({ kind }) => kind !== "domain");
  }

  /** True where some end of one row can send something to the other that policies have a say in. */
  hasPair(from: Row, to: Row): boolean {
    return this.#partners.has(from, to) && !this.asksNothingOf(to);
  }

  /** True for a destination that none of the asked traffic can go to, for want of a port of that name (S-PORT-9). */
  asksNothingOf(to: Row): boolean {
    this.#unasked ??= new Set(this.destinations.filter((each) => isNoTraffic(this.#asked.to(each))));
    return this.#unasked.has(to);
  }

  /** True for a row of which two ends like it could talk, whether it stands for two or not. */
  hasLikes(row: Row): boolean {
    return this.#partners.hasLikes(row);
  }

  /** Makes all walks and judges all pairs, so that it is known from then on whether a limit has kept some from being decided. */
  decide(): void {
    this.#isDecided = true;
    for (const from of this.sources) this.slicesFrom(from, () => undefined);
  }

  /**
   * Calls back for what a source sends to each destination, in their order, denied or not. The same as `flowsFrom`, for
   * maps of millions of pairs: nothing is made for a pair but its slices.
   */
  slicesFrom(from: Row, visit: SlicesVisitor): void {
    const { destinations } = this;
    const grid = (this.#grid ??= new ShapeGrid(this.reach, this.sources, destinations));
    const families = familyBits(from);
    const partners = this.#partners.of(from);
    const [v4, v6] = this.#numbersFrom(from, grid, partners);
    for (let column = 0; column < destinations.length; column++) {
      if (partners[column] === 0 || this.asksNothingOf(destinations[column] as Row)) continue;
      if (families === 0 || grid.families[column] === 0) {
        for (const { slices, family, node } of this.flowsBetween(from, destinations[column] as Row))
          visit(column, slices, family, node);
        continue;
      }
      const [inV4, inV6] = [v4?.[column] ?? 0, v6?.[column] ?? 0];
      if (inV4 === inV6 || inV4 === 0 || inV6 === 0) {
        if (inV4 + inV6 > 0) visit(column, this.#slicer.at(inV4 === 0 ? inV6 : inV4), undefined, undefined);
      } else {
        visit(column, this.#slicer.at(inV4), "IPv4", undefined);
        visit(column, this.#slicer.at(inV6), "IPv6", undefined);
      }
    }
  }

  /** For each family the numbers of the slices of what a source sends; kept, for a map is decided before it is written. */
  #numbersFrom(from: Row, grid: ShapeGrid, partners: Uint8Array): FamilyNumbers {
    const known = this.#numbers.get(from);
    if (known !== undefined) return known;
    const families = familyBits(from);
    const made = FAMILIES.map((family) =>
      (families & BITS[family]) === 0 ? undefined : this.#numbersOver(grid, from, partners, family),
    );
    const isRoom = (this.#numbers.size + 1) * this.destinations.length <= MOST_NUMBERS;
    if (this.#isDecided && isRoom) this.#numbers.set(from, made);
    return made;
  }

  /** Of each destination, by its place; 0 where the family is not its own, or where it is no partner. */
  #numbersOver(grid: ShapeGrid, from: Row, partners: Uint8Array, family: Family): Uint32Array {
    const { destinations } = this;
    const asked = (this.#askedOf ??= destinations.map((to) => this.#asked.to(to)));
    const [egress, ingress] = [grid.egress(from, family), grid.ingress(from, family)];
    const { classes, families } = grid;
    const numbers = new Uint32Array(destinations.length);
    for (let column = 0; column < numbers.length; column++) {
      if (partners[column] === 0 || ((families[column] as number) & BITS[family]) === 0) continue;
      const index = classes[column] as number;
      const traffic = asked[column] as Traffic;
      const known = this.#slicer.known(egress[index] as number, ingress[column] as number, traffic);
      const slices =
        known ?? this.#slicer.of(this.reach, this.reach.flow(from.endClass.index, index, family), traffic);
      numbers[column] = slices.id;
    }
    return numbers;
  }

  /** What a source sends to each destination, in their order, denied or not. */
  flowsFrom(from: Row): MatrixFlow[] {
    const flows: MatrixFlow[] = [];
    for (const to of this.destinations)
      if (this.hasPair(from, to)) for (const flow of this.flowsBetween(from, to)) flows.push(flow);
    return flows;
  }

  /** What a pair comes to, be it one that can talk or, of a row to itself, two ends that are like it. */
  flowsBetween(from: Row, to: Row): MatrixFlow[] {
    const asked = this.#asked.to(to);
    const slicesOf = (flow: ClassFlow): Slices => this.#slicer.of(this.reach, flow, asked);
    const isSame = (a: ClassFlow, b: ClassFlow): boolean => slicesOf(a) === slicesOf(b);
    return connectionsBetween(this.reach, from, to, isSame).map(({ family, node, flow, flows }) => ({
      to,
      family,
      node,
      slices: slicesOf(flow),
      flows,
    }));
  }

  /** The parts of a flow of classes that some of the asked traffic belongs to; the same list for the same parts. */
  partsOf({ parts }: ClassFlow, to: Row): readonly Part[] {
    return this.#slicer.partsOf(parts, this.#asked.to(to));
  }

  /** What the verdicts hang on that were met so far and are not definite. */
  get reasons(): ReadonlySet<Unsettled> {
    return this.#slicer.reasons;
  }

  /** The pairs of shapes of a map of all traffic that were judged, by their numbers, with what they come to. */
  metShapes(): Iterable<readonly [egress: number, ingress: number, slices: Slices]> {
    return this.#slicer.met();
  }

  /** The destinations that a port name of the question leaves out, for want of such a port. */
  get withoutPort(): readonly PortlessWorkloads[] {
    return this.#asked.withoutPort(this.destinations);
  }

  /** A port name of the question that no destination declares. */
  get undeclaredPort(): UndeclaredPort | undefined {
    return this.#asked.undeclared(this.destinations);
  }
}
