// Makes the nodes of a graph in which no path takes a forbidden sequence of arcs, and in which
// roads for the start and the end of a route are no short cut. Copies of nodes remember two things:
// the prefix of a forbidden sequence that a path has begun, and the part of the path (START,
// THROUGH or LAST, below). turn-restrictions.ts finds the sequences and calls `expand`.
import { type ArcList, NONE } from '@wayfield/graph';
import { upTo } from './gather.ts';

/** Arcs sorted by tail. */
export type BaseArcs = ArcList & {
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly roadOf: Uint32Array;
};

/** A graph in which no path takes a forbidden turn. */
export interface Turns {
  readonly arcs: ArcList;
  readonly roadOf: Uint32Array;
  readonly baseOf: Uint32Array;
  readonly endOf: Uint32Array;
  /**
   * Restrictions that are obeyed; unclear ones, whose members do not meet; ambiguous ones, whose
   * members meet in more than one turn. Those that `parseRestriction` finds are not counted here.
   */
  readonly used: number;
  readonly unclear: number;
  readonly ambiguous: number;
}

/** Nodes and arcs: what `addTurnCosts` and `addDelays` are given and give. */
export interface TurnNodes extends Pick<Turns, 'arcs' | 'roadOf' | 'baseOf' | 'endOf'> {
  /**
   * Per arc, for costs that are kept apart from seconds. An arc of a turn has the cost of the turn
   * minus its seconds. An arc of a road behind a turn of negative seconds or cost has the cost of
   * that turn. All others have 0. Absent if all are 0.
   */
  readonly extra?: Float64Array | undefined;
  /**
   * The smallest ratio, below 1, of a weight reduced by a turn of negative cost to the weight
   * before; absent where no weight is reduced.
   */
  readonly kept?: number;
}

/** The automaton: states are prefixes of forbidden sequences; 0 is the empty prefix. */
interface Automaton {
  readonly count: number;
  /** Per state: the last arc of its prefix. */
  readonly arc: readonly number[];
  /** Per state: a forbidden sequence ends here, so no path may enter the state. */
  readonly bad: readonly boolean[];
  /** The state after `arc`. */
  next(state: number, arc: number): number;
}

function buildAutomaton(sequences: readonly number[][]): Automaton {
  const children: Map<number, number>[] = [new Map()];
  const arc = [NONE];
  const bad = [false];
  for (const sequence of sequences) {
    let state = 0;
    for (const a of sequence) {
      let child = children[state].get(a);
      if (child === undefined) {
        child = children.push(new Map()) - 1;
        arc.push(a);
        bad.push(false);
        children[state].set(a, child);
      }
      state = child;
    }
    bad[state] = true;
  }
  // Breadth first, because the failure link of a state leads to the state of its longest proper
  // suffix, which is shorter.
  const fail = new Uint32Array(children.length);
  const next = (state: number, a: number): number => {
    for (let s = state; ; s = fail[s]) {
      const child = children[s].get(a);
      if (child !== undefined) return child;
      if (s === 0) return 0;
    }
  };
  const queue = [0];
  for (let i = 0; i < queue.length; i++) {
    const state = queue[i];
    for (const [a, child] of children[state]) {
      fail[child] = state === 0 ? 0 : next(fail[state], a);
      // a forbidden sequence that is a suffix of this state's sequence is complete here too
      if (bad[fail[child]]) bad[child] = true;
      queue.push(child);
    }
  }
  return { count: children.length, arc, bad, next };
}

/**
 * The part of a path. Some roads are only for the start and the end of a route ("roads for ends").
 * START: the path may take all roads. THROUGH: the path has taken a road for everybody; if it takes
 * a road for ends, it enters LAST. LAST: the path may take only roads for ends.
 *
 * A road for everybody leads to THROUGH only if a road for ends begins at its head. Elsewhere START
 * and THROUGH allow the same arcs, so the road leads to START, which needs no copy.
 */
const START = 0;
const THROUGH = 1;
const LAST = 2;

/** What paths may not do, by arcs. */
interface Rules {
  /** Sequences of arcs. */
  readonly forbidden: readonly number[][];
  /** Per arc: 1 = only for the start and the end of a path. */
  readonly endsOnly?: Uint8Array | undefined;
}

/**
 * The nodes of the base graph and their copies, and where arcs of the base graph lead from them.
 */
interface States {
  /** The node of the base graph of which each is a copy. */
  readonly baseOf: number[];
  /** The node that an arc leads to from a node; NONE = the arc may not be taken. */
  step(u: number, arc: number): number;
}

/**
 * Copies in START are made at once, one per state that is not bad; other copies when `step` first
 * needs them.
 */
function createStates(base: BaseArcs, rules: Rules): States {
  const { nodeCount, head } = base;
  const { endsOnly } = rules;
  const { count, arc: lastArc, bad, next } = buildAutomaton(rules.forbidden);
  const baseOf = Array.from({ length: nodeCount }, (_, u) => u);
  const stateOf = Array.from({ length: nodeCount }, () => 0);
  const partOf = Array.from({ length: nodeCount }, () => START);
  const copyOf = new Uint32Array(count).fill(NONE);
  const push = (node: number, state: number, part: number): number => {
    stateOf.push(state);
    partOf.push(part);
    return baseOf.push(node) - 1;
  };
  for (let state = 1; state < count; state++) {
    if (!bad[state]) copyOf[state] = push(head[lastArc[state]], state, START);
  }
  /** Per part: copies by state. State 0 belongs to all nodes, so its key is -1 - node instead. */
  const copies = [new Map<number, number>(), new Map<number, number>(), new Map<number, number>()];
  /** Per node of the base graph: 1 = a road for ends begins here. */
  const touches = new Uint8Array(endsOnly ? nodeCount : 0);
  endsOnly?.forEach((only, a) => {
    if (only === 1) touches[base.tail[a]] = 1;
  });

  function nodeAt(node: number, state: number, part: number): number {
    if (part === START) return state === 0 ? node : copyOf[state];
    const key = state === 0 ? -1 - node : state;
    let copy = copies[part].get(key);
    if (copy === undefined) copies[part].set(key, (copy = push(node, state, part)));
    return copy;
  }

  function partAfter(part: number, arc: number): number {
    if (!endsOnly) return START;
    if (endsOnly[arc] === 1) return part === START ? START : LAST;
    return part === LAST ? NONE : touches[head[arc]] === 1 ? THROUGH : START;
  }

  return {
    baseOf,
    step(u, arc) {
      const state = next(stateOf[u], arc);
      if (bad[state]) return NONE;
      const part = partAfter(partOf[u], arc);
      return part === NONE ? NONE : nodeAt(head[arc], state, part);
    },
  };
}

/**
 * The graph with copies. Its nodes are, in this order: those of the base graph, their copies, and
 * for each node with copies one more, `endOf`, where searches for the node end.
 */
export function expand(
  base: BaseArcs,
  firstOut: Uint32Array,
  rules: Rules,
): Pick<Turns, 'arcs' | 'roadOf' | 'baseOf' | 'endOf'> {
  const { nodeCount } = base;
  const { baseOf, step } = createStates(base, rules);
  // `step` makes copies and appends them to `baseOf`, so the loop comes to them as well
  if (rules.endsOnly) {
    for (let u = 0; u < baseOf.length; u++) {
      for (let a = firstOut[baseOf[u]]; a < firstOut[baseOf[u] + 1]; a++) step(u, a);
    }
  }
  const copied = baseOf.length;
  const endOf = upTo(nodeCount);
  for (let u = nodeCount; u < copied; u++) {
    const v = baseOf[u];
    if (endOf[v] === v) endOf[v] = baseOf.push(v) - 1;
  }

  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  const roadOf: number[] = [];
  for (let u = 0; u < copied; u++) {
    const v = baseOf[u];
    for (let a = firstOut[v]; a < firstOut[v + 1]; a++) {
      const to = step(u, a);
      if (to === NONE) continue;
      tail.push(u);
      head.push(to);
      weight.push(base.weight[a]);
      roadOf.push(base.roadOf[a]);
    }
    if (endOf[v] === v) continue;
    tail.push(u);
    head.push(endOf[v]);
    weight.push(0);
    roadOf.push(NONE);
  }
  return {
    arcs: {
      nodeCount: baseOf.length,
      tail,
      head,
      weight,
      ...(base.x &&
        base.y && {
          x: Float32Array.from(baseOf, (v) => base.x![v]),
          y: Float32Array.from(baseOf, (v) => base.y![v]),
        }),
    },
    roadOf: Uint32Array.from(roadOf),
    baseOf: Uint32Array.from(baseOf),
    endOf,
  };
}
