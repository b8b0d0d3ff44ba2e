// Turn restrictions as forbidden sequences of arcs. turn-states.ts builds the automaton of Aho and
// Corasick (1975) for these sequences; its states become copies of nodes. An arc-based graph
// (Winter 2002) would have a node for every arc; here only prefixes of forbidden sequences have a
// node. read-osm.ts calls `parseRestriction`, build-network.ts `restrictTurns`.
import type { Member, Tags } from './elements.ts';
import { upTo } from './gather.ts';
import { type BaseArcs, expand, type Turns } from './turn-states.ts';
import type { WayList } from './way-list.ts';

/** A relation that restricts turns, its members by id. */
export interface Restriction {
  /** True: only the named turn is allowed. False: the named turn is forbidden. */
  readonly only: boolean;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** The member `via`: a node, or else one or more ways. */
  readonly viaNode: number | undefined;
  readonly viaWays: readonly number[];
}

/** How values of restrictions begin. Members say which turn is meant, so the rest is not read. */
const NO_TURN = /^no_/;
const ONLY_TURN = /^only_/;
/** Restrictions at red lights (`no_right_turn_on_red`) are not obeyed: lights have no phases. */
const ON_RED = /_on_red$/;
/** Most members of a restriction: no junction has as many roads. */
const MOST_MEMBERS = 32;
/**
 * Limits of the search for the sequences over `via` ways: roads taken along one way, sequences per
 * restriction, and arcs of all sequences that are tried for a restriction. Real junctions stay far
 * below: the limits bound the work on hostile files.
 */
const MOST_STEPS = 64;
const MOST_PATHS = 256;
const MOST_TRIED = 5000;

/** Whether the tags are those of a turn restriction, obeyed by this profile or not. */
export function isRestriction(tags: Tags): boolean {
  return tags.get('type') === 'restriction';
}

/**
 * The turns that a relation restricts for these modes: undefined = not for them, 'unclear' = its
 * words or members are not understood, 'ambiguous' = it names more than one turn. Only `no_entry`
 * may have several ways to come from, and only `no_exit` several to go to.
 */
export function parseRestriction(
  members: readonly Member[],
  tags: Tags,
  modes: readonly string[],
): Restriction | 'unclear' | 'ambiguous' | undefined {
  let value = modes.includes('vehicle') ? tags.get('restriction') : undefined;
  for (const mode of modes) value = tags.get(`restriction:${mode}`) ?? value;
  if (value === undefined || ON_RED.test(value)) return undefined;
  const excepted = (tags.get('except') ?? '').split(/[;,]/).map((word) => word.trim());
  if (excepted.some((mode) => modes.includes(mode))) return undefined;
  const only = ONLY_TURN.test(value);
  if (!only && !NO_TURN.test(value)) return 'unclear';

  const refs = (role: string, type: Member['type']): number[] => {
    const found = members.filter((member) => member.role === role && member.type === type);
    return found.map(({ ref }) => ref);
  };
  const from = [...new Set(refs('from', 'way'))];
  const to = [...new Set(refs('to', 'way'))];
  const viaNodes = refs('via', 'node');
  const viaWays = refs('via', 'way');
  const clear =
    from.length > 0 &&
    to.length > 0 &&
    members.length <= MOST_MEMBERS &&
    // if a way is both `via` and `from` or `to`, the place of the turn is not known
    !viaWays.some((way) => from.includes(way) || to.includes(way)) &&
    (viaNodes.length === 1 ? viaWays.length === 0 : viaNodes.length === 0 && viaWays.length > 0);
  if (!clear) return 'unclear';
  if (from.length > 1 && value !== 'no_entry') return 'ambiguous';
  if (to.length > 1 && value !== 'no_exit') return 'ambiguous';
  return { only, from, to, viaNode: viaNodes[0], viaWays };
}

/**
 * How roads and nodes of the base graph, the graph without copies, are numbered in the way list.
 * Restrictions name ways and nodes by id, and the way list finds ids.
 */
export interface Origins {
  readonly list: WayList;
  /** Per node of the base graph, and per road, its number in the list. */
  readonly listNode: Uint32Array;
  readonly wayOfRoad: Uint32Array;
}

/** What paths may not do. */
export interface TurnRules {
  readonly restrictions: readonly Restriction[];
  /** True: paths may turn round anywhere. False: only at dead ends and where `mayTurn` says. */
  readonly uTurns: boolean;
  /** Whether paths may turn round at a node of the base graph even without `uTurns`. */
  readonly mayTurn: (node: number) => boolean;
  /** Per arc: 1 = only for the start and the end of a path. */
  readonly endsOnly?: Uint8Array | undefined;
}

/**
 * The graph without the forbidden turns; `base` has its arcs sorted by tail. build-network.ts calls
 * it first, then `addTurnCosts` and `addDelays`.
 */
export function restrictTurns(
  base: BaseArcs,
  { restrictions, uTurns, mayTurn, endsOnly }: TurnRules,
  origins: Origins,
): Turns {
  const { nodeCount } = base;
  const same = upTo(nodeCount);
  const plain = { arcs: base, roadOf: base.roadOf, baseOf: same, endOf: same };
  if (restrictions.length === 0 && uTurns && !endsOnly) {
    return { ...plain, used: 0, unclear: 0, ambiguous: 0 };
  }
  const firstOut = rowsOf(base);
  const forbidden: number[][] = [];
  const find = createTurnFinder(base, firstOut, origins);
  const counts = { used: 0, unclear: 0, ambiguous: 0 };
  for (const restriction of restrictions) {
    const sequences = find(restriction);
    if (typeof sequences === 'string') {
      counts[sequences]++;
      continue;
    }
    counts.used++;
    // one by one: a spread of very many would not fit on the stack
    for (const sequence of sequences) forbidden.push(sequence);
  }
  if (!uTurns) forbidUTurns(base, firstOut, mayTurn, forbidden);
  if (forbidden.length === 0 && !endsOnly) return { ...plain, ...counts };
  return { ...expand(base, firstOut, { forbidden, endsOnly }), ...counts };
}

function forbidUTurns(
  { head, roadOf }: BaseArcs,
  firstOut: Uint32Array,
  mayTurn: TurnRules['mayTurn'],
  turns: number[][],
): void {
  for (let a = 0; a < head.length; a++) {
    const v = head[a];
    if (firstOut[v + 1] - firstOut[v] < 2 || mayTurn(v)) continue;
    for (let b = firstOut[v]; b < firstOut[v + 1]; b++) {
      if ((roadOf[a] ^ roadOf[b]) === 1) turns.push([a, b]);
    }
  }
}

function rowsOf({ nodeCount, tail }: BaseArcs): Uint32Array {
  const firstOut = new Uint32Array(nodeCount + 1);
  for (const u of tail) firstOut[u + 1]++;
  for (let u = 0; u < nodeCount; u++) firstOut[u + 1] += firstOut[u];
  return firstOut;
}

/**
 * Turns restrictions into forbidden sequences of arcs. A restriction whose members do not meet is
 * unclear. A restriction whose members meet in several turns, such as at a node in the middle of a
 * road, is ambiguous: the map does not say which turn is meant, and forbidding all of them would
 * close streets.
 */
function createTurnFinder(
  { head, roadOf }: BaseArcs,
  firstOut: Uint32Array,
  { list, listNode, wayOfRoad }: Origins,
): (restriction: Restriction) => number[][] | 'unclear' | 'ambiguous' {
  const arcsOfWay = groupArcs(roadOf, wayOfRoad);
  const arcsOf = (way: number): number[] => arcsOfWay.get(list.ways.find(way)) ?? [];
  const reverses = (a: number, b: number): boolean => (roadOf[a] ^ roadOf[b]) === 1;

  /** Arcs of all sequences that were made for the current restriction. */
  let tried = 0;

  /** All extensions of a sequence by one or more arcs of one way, within the limits above. */
  const extendOn = (sequence: number[], way: number): number[][] => {
    const ends: number[][] = [];
    const here = new Set(arcsOf(way));
    const walk = (path: number[], steps: number): void => {
      const last = path[path.length - 1];
      const v = head[last];
      for (let a = firstOut[v]; a < firstOut[v + 1]; a++) {
        if (!here.has(a) || reverses(a, last) || path.includes(a)) continue;
        if (steps >= MOST_STEPS || ends.length >= MOST_PATHS || tried > MOST_TRIED) continue;
        tried += path.length;
        const longer = [...path, a];
        ends.push(longer);
        walk(longer, steps + 1);
      }
    };
    walk(sequence, 0);
    return ends;
  };

  /** Every sequence of arcs from one way to another over the `via` members. */
  const sequencesOf = (from: number, to: number, restriction: Restriction): number[][] => {
    const { viaNode, viaWays } = restriction;
    const via = viaNode === undefined ? -1 : list.nodes.find(viaNode);
    let paths = arcsOf(from)
      .filter((a) => viaNode === undefined || listNode[head[a]] === via)
      .map((a) => [a]);
    for (const way of viaWays) {
      paths = paths.flatMap((path) => extendOn(path, way)).slice(0, MOST_PATHS);
    }
    const arcsInto = new Set(arcsOf(to));
    return paths.flatMap((path) =>
      arcsFrom(path[path.length - 1])
        .filter((a) => arcsInto.has(a))
        .map((a) => [...path, a]),
    );
  };

  return (restriction) => {
    tried = 0;
    const turns: number[][] = [];
    for (const from of restriction.from) {
      for (const to of restriction.to) {
        const sequences = sequencesOf(from, to, restriction);
        if (tried > MOST_TRIED) return 'unclear';
        if (sequences.length > 1) return 'ambiguous';
        turns.push(...sequences);
      }
    }
    if (turns.length === 0) return 'unclear';
    return restriction.only ? turns.flatMap((turn) => othersThan(turn, arcsFrom)) : turns;
  };

  function arcsFrom(a: number): number[] {
    const found: number[] = [];
    for (let b = firstOut[head[a]]; b < firstOut[head[a] + 1]; b++) found.push(b);
    return found;
  }
}

/**
 * What a restriction `only_…` forbids: at each junction along the sequence that it commands, every
 * other turn. `arcsFrom`: the arcs that go on from an arc.
 */
function othersThan(
  sequence: readonly number[],
  arcsFrom: (arc: number) => readonly number[],
): number[][] {
  return sequence.slice(1).flatMap((next, i) =>
    arcsFrom(sequence[i])
      .filter((a) => a !== next)
      .map((a) => [...sequence.slice(0, i + 1), a]),
  );
}

/** The arcs of each way, by the number of the way in the way list. */
function groupArcs(
  roadOf: BaseArcs['roadOf'],
  wayOfRoad: Origins['wayOfRoad'],
): Map<number, number[]> {
  const arcsOfWay = new Map<number, number[]>();
  roadOf.forEach((road, a) => {
    const way = wayOfRoad[road >>> 1];
    const arcs = arcsOfWay.get(way);
    if (arcs) arcs.push(a);
    else arcsOfWay.set(way, [a]);
  });
  return arcsOfWay;
}
