// Open ground that may be crossed anywhere, such as squares: closed ways and multipolygons for
// which `Profile.area` gives a use. read-osm.ts hands ways and relations to an `AreaReader`, which
// adds the lines across (mesh-area.ts) to the way list as ways of two nodes.
import { refuseNumber } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { Member, Pass, Tags } from './elements.ts';
import { type Corner, linesAcross, type MeshedArea, MOST_ENDS } from './mesh-area.ts';
import type { AreaUse, Profile } from './profile.ts';
import type { NodePlaces, WayList } from './way-list.ts';
import { BLOCKED, PLACED } from './way-list.ts';

/** Open ground with at least two entries: see `RoadOptions.openAreas`. */
export interface OpenArea {
  /** Metres per second of a walk between a corner and any place inside the ground. */
  readonly speed: number;
  /**
   * Outlines and holes; the first corner of a ring is not repeated at its end. A place inside an
   * odd number of rings is inside the area.
   */
  readonly rings: readonly OpenRing[];
}

/** One entry per corner: its place in units of 1e-7 degrees. */
export interface OpenRing {
  readonly lonE7: readonly number[];
  readonly latE7: readonly number[];
  /** The node of the graph there, -1 where no line across ends. */
  readonly node: readonly number[];
}

/** An area by the ids of its nodes. Each ring is closed: its last node is its first one. */
interface Outline {
  readonly tags: Tags;
  readonly use: AreaUse;
  readonly rings: readonly (readonly number[])[];
  /** The way that is the outline. */
  readonly way?: number;
}

/** A multipolygon by the ids of its ways. */
interface Polygon {
  readonly id: number;
  readonly tags: Tags;
  readonly use: AreaUse;
  readonly outer: readonly number[];
  readonly inner: readonly number[];
}

/** Most corners of a ring. Squares have some dozens. */
const MOST_CORNERS = 5000;
/** Milliseconds of meshing after which the calling thread is freed before the next area. */
const SLICE_MS = 8;

/**
 * The id of the first line across; the others count up from it. Editors give new elements small
 * negative ids, so these ids are far below.
 */
const FIRST_LINE = -(2 ** 52);

/** Collects the areas of a source. */
export interface AreaReader {
  /** How many nodes of outlines are kept, and of ways that may become outlines. */
  readonly named: number;
  wantsWay(tags: Tags): boolean;
  way(id: number, refs: readonly number[], tags: Tags): void;
  wantsRelation(tags: Tags): boolean;
  relation(id: number, members: readonly Member[], tags: Tags): void;
  /** Whether another run, with `wayPass`, has to read the ways of multipolygons. */
  readonly needsWays: boolean;
  readonly wayPass: Omit<Pass, 'ids'>;
  /**
   * Puts the nodes of all areas into a list, so that their places are read. `check` is called
   * whenever `named` has grown, and may throw: multipolygons may share ways.
   */
  number(list: WayList, check: () => void): void;
  /**
   * Adds lines across the areas, whose corners have their places now. Frees the calling thread
   * between two areas once 8 ms have passed. Rejects with the reason of the signal, and with
   * RangeError where the lines take more than `mostTests` tests.
   */
  mesh(list: WayList, places: NodePlaces, watch: MeshWatch): Promise<void>;
}

/** What watches the meshing. */
export interface MeshWatch {
  /** Most tests of a corner or a line against a side, of all areas together. */
  readonly mostTests: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when lines were added to the list; may throw. */
  check(): void;
}

export function createAreaReader(profile: Profile): AreaReader {
  const outlines: Outline[] = [];
  const polygons: Polygon[] = [];
  /** The ids of the ways among `outlines`. */
  const outlined = new Set<number>();
  const refsOf = new Map<number, number[]>();
  let wanted: ReadonlySet<number> | undefined;
  let named = 0;
  const useOf = (tags: Tags): AreaUse | undefined => {
    const use = profile.area?.(tags);
    const { inside = 1 } = use ?? {};
    if (inside >= 1e-3 && inside <= 1e9) return use;
    return refuseNumber('inside of an area', inside, 'a number from 0.001 to 1e9');
  };

  function closePolygons(check: () => void): void {
    for (const { outer, inner, tags, use } of polygons.splice(0).sort((a, b) => a.id - b.id)) {
      const [rings, holes] = [outer, inner].map((ids) => ringsOf(ids.map((id) => refsOf.get(id))));
      if (!rings || !holes || rings.length === 0) continue;
      const all = [...rings, ...holes];
      for (const { length } of all) named += length;
      check();
      outlines.push({ tags, use, rings: all });
    }
    refsOf.clear();
  }

  return {
    get named() {
      return named;
    },
    wantsWay: (tags) => useOf(tags) !== undefined,
    way(id, refs, tags) {
      const use = useOf(tags);
      if (!use || !isClosed(refs) || outlined.has(id)) return;
      outlined.add(id);
      named += refs.length;
      // the reader uses one map of tags for all elements
      outlines.push({ tags: new Map(tags), use, rings: [refs.slice()], way: id });
    },
    wantsRelation: (tags) => tags.get('type') === 'multipolygon' && useOf(tags) !== undefined,
    relation(id, members, tags) {
      const use = useOf(tags);
      if (!use) return;
      const ways = members.filter(({ type }) => type === 'way');
      const outer = ways.filter(({ role }) => role !== 'inner').map(({ ref }) => ref);
      const inner = ways.filter(({ role }) => role === 'inner').map(({ ref }) => ref);
      polygons.push({ id, tags: new Map(tags), use, outer, inner });
    },
    get needsWays() {
      return polygons.length > 0;
    },
    wayPass: {
      wantsWay: () => true,
      way(id, refs) {
        wanted ??= new Set(polygons.flatMap(({ outer, inner }) => [...outer, ...inner]));
        if (!wanted.has(id) || refsOf.has(id) || refs.length > MOST_CORNERS) return;
        named += refs.length;
        refsOf.set(id, refs.slice());
      },
    },
    number(list, check) {
      // in the order of ids, so that the order of the file does not matter
      outlines.sort((a, b) => a.way! - b.way!);
      closePolygons(check);
      for (const { rings } of outlines) for (const refs of rings) refs.forEach(list.nodes.add);
    },
    mesh: (list, places, watch) => meshOutlines(outlines, list, places, watch),
  };
}

const isClosed = (refs: readonly number[]): boolean =>
  refs.length >= 4 && refs.length <= MOST_CORNERS && refs[0] === refs[refs.length - 1];

/**
 * Closed rings of ways that meet at their ends. Undefined if a way is missing, a gap is left, or a
 * ring has fewer than 3 corners or more than MOST_CORNERS.
 */
function ringsOf(ways: readonly (number[] | undefined)[]): number[][] | undefined {
  const rings: number[][] = [];
  /** By node: the ways that begin or end there and are in no ring yet. */
  const openAt = new Map<number, Set<number[]>>();
  const endsOf = (way: readonly number[]): number[] => [way[0], way[way.length - 1]];
  for (const way of ways) {
    if (!way || way.length < 2) return undefined;
    if (isClosed(way)) rings.push(way);
    else for (const end of endsOf(way)) openAt.set(end, (openAt.get(end) ?? new Set()).add(way));
  }
  const take = (way: number[]): void => endsOf(way).forEach((end) => openAt.get(end)!.delete(way));
  for (const first of ways as readonly number[][]) {
    if (!openAt.get(first[0])?.has(first)) continue;
    take(first);
    const ring = first.slice();
    while (ring[0] !== ring[ring.length - 1]) {
      const last = ring[ring.length - 1];
      const [next] = openAt.get(last)!;
      if (!next || ring.length > MOST_CORNERS) return undefined;
      take(next);
      const turned = next[0] === last ? next : next.slice().reverse();
      for (const ref of turned.slice(1)) ring.push(ref);
    }
    if (!isClosed(ring)) return undefined;
    rings.push(ring);
  }
  return rings;
}

async function meshOutlines(
  outlines: readonly Outline[],
  list: WayList,
  { lonE7, latE7, state }: NodePlaces,
  { mostTests, signal, check }: MeshWatch,
): Promise<void> {
  let spent = 0;
  const spend = (tests: number): void => {
    spent += tests;
    if (spent <= mostTests) return;
    throw new RangeError(
      `lines across open ground take more than ${mostTests} tests: no map of this size does`,
    );
  };
  const users = countUsers(outlines, list);
  const joined = neighboursOnWays(outlines, list);
  let line = FIRST_LINE;
  let freed = performance.now();
  for (const { tags, use, rings } of outlines) {
    if (performance.now() - freed > SLICE_MS) {
      await new Promise((resume) => setTimeout(resume, 0));
      freed = performance.now();
    }
    signal?.throwIfAborted();
    const corners = rings.map((refs) =>
      refs.slice(1).map((id): Corner => {
        const member = list.nodes.find(id);
        const isEntry = users[member] > 1 && (state[member] & BLOCKED) === 0;
        return { member, lonE7: lonE7[member], latE7: latE7[member], isEntry };
      }),
    );
    if (corners.flat().some(({ member }) => (state[member] & PLACED) === 0)) continue;
    const speed = (use.inside ?? Math.max(use.forward, use.backward)) / 3.6;
    if (!(speed > 0)) continue;
    const lines = linesAcross(corners, spend);
    if (!lines) continue;
    const ids = list.nodes.ids();
    for (const [a, b] of lines) {
      if (joined.has(pairOf(a, b))) continue;
      list.add(line++, [ids[a], ids[b]], tags, use);
    }
    check();
    list.openAreas.push({ speed, rings: corners });
  }
}

/** By node: how many ways and areas use it, up to 2. A closed way that is an area counts once. */
function countUsers(outlines: readonly Outline[], list: WayList): Uint8Array {
  const users = new Uint8Array(list.nodes.count);
  const last = new Int32Array(list.nodes.count).fill(-1);
  const use = (member: number, by: number): void => {
    if (last[member] === by || users[member] > 1) return;
    last[member] = by;
    users[member]++;
  };
  const refs = list.refs.values();
  const firstRef = list.firstRef.values();
  for (let way = 0; way < list.ways.count; way++) {
    for (let i = firstRef[way]; i < firstRef[way + 1]; i++) use(refs[i], way);
  }
  outlines.forEach(({ rings, way }, k) => {
    const number = way === undefined ? -1 : list.ways.find(way);
    if (number >= 0) return;
    for (const ids of rings) for (const id of ids) use(list.nodes.find(id), list.ways.count + k);
  });
  return users;
}

/** Pairs of nodes on outlines that are neighbours on a way, so a road joins them already. */
function neighboursOnWays(outlines: readonly Outline[], list: WayList): Set<string> {
  const onOutline = new Uint8Array(list.nodes.count);
  for (const { rings } of outlines) {
    for (const ids of rings) for (const id of ids) onOutline[list.nodes.find(id)] = 1;
  }
  const pairs = new Set<string>();
  const refs = list.refs.values();
  const firstRef = list.firstRef.values();
  for (let way = 0; way < list.ways.count; way++) {
    for (let i = firstRef[way] + 1; i < firstRef[way + 1]; i++) {
      if (onOutline[refs[i]] && onOutline[refs[i - 1]]) pairs.add(pairOf(refs[i - 1], refs[i]));
    }
  }
  return pairs;
}

const pairOf = (a: number, b: number): string => (a < b ? `${a},${b}` : `${b},${a}`);

/**
 * The areas with nodes of the graph at their corners. `listNode` has, for each node of the graph,
 * its number in the way list.
 */
export function areasOnGraph(areas: readonly MeshedArea[], listNode: Uint32Array): OpenArea[] {
  const wanted = new Map<number, number>();
  for (const { rings } of areas) {
    for (const { member, isEnd } of rings.flat()) if (isEnd) wanted.set(member, NONE);
  }
  listNode.forEach((member, u) => {
    if (wanted.has(member)) wanted.set(member, u);
  });
  const nodeOf = ({ member, isEnd }: Corner): number => {
    const node = isEnd ? wanted.get(member)! : NONE;
    return node === NONE ? -1 : node;
  };
  return areas.map(({ speed, rings }) => ({
    speed,
    rings: rings.map((ring) => ({
      lonE7: ring.map((corner) => corner.lonE7),
      latE7: ring.map((corner) => corner.latE7),
      node: ring.map(nodeOf),
    })),
  }));
}

/** Whether a list from a file has whole numbers from `least` to `most` only. */
const areWhole = (list: readonly unknown[], least: number, most: number): boolean =>
  list.every((one) => Number.isInteger(one) && (one as number) >= least && (one as number) <= most);

/**
 * Whether a value from a file is an open area, with as many ends of lines as `linesAcross` leaves
 * at most: a place on the ground is compared with each of them. That its nodes are nodes of the
 * graph is checked by `checkArrays` in network-file.ts.
 */
export function isOpenArea(value: unknown): value is OpenArea {
  const { speed, rings } = (value ?? {}) as Partial<OpenArea>;
  let ends = 0;
  return (
    typeof speed === 'number' &&
    speed > 0 &&
    speed < Infinity &&
    Array.isArray(rings) &&
    rings.length > 0 &&
    (rings as unknown[]).every((ring) => {
      const { lonE7, latE7, node } = (ring ?? {}) as Partial<OpenRing>;
      const columns = [
        [lonE7, -1.8e9, 1.8e9],
        [latE7, -0.9e9, 0.9e9],
        [node, -1, NONE],
      ] as const;
      return columns.every(
        ([column, least, most]) =>
          Array.isArray(column) &&
          column.length === (lonE7 as readonly number[]).length &&
          column.length >= 3 &&
          areWhole(column, least, most),
      );
    }) &&
    (rings as OpenRing[]).every(
      ({ node }) => (ends += node.filter((u) => u >= 0).length) <= MOST_ENDS,
    )
  );
}
