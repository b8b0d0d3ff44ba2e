import { NONE } from '@wayfield/graph';
import { allocateHierarchy, type Hierarchy, type HierarchyArcs } from '@wayfield/graph/hierarchy';
import {
  ARC_HOPS,
  ARC_VIA,
  ARC_WEIGHT,
  ARC_WORDS,
  LIST_COUNT,
  LIST_IN,
  LIST_OUT,
  NODE_LEVEL,
  NODE_WORDS,
  SHORTCUT,
} from '../hierarchy.gen.ts';

/**
 * Copies the lists that contraction left in memory into a hierarchy. The records of the nodes lie
 * at byte `at`: assembly/hierarchy/layout.ts.
 */
export function emitHierarchy(
  nodeCount: number,
  words: Uint32Array,
  floats: Float32Array,
  at: number,
): Hierarchy {
  const nodes = at / 4;
  const record = (v: number): number => nodes + v * NODE_WORDS;
  let levelCount = 0;
  let upArcs = 0;
  let downArcs = 0;
  for (let v = 0; v < nodeCount; v++) {
    levelCount = Math.max(levelCount, words[record(v) + NODE_LEVEL] + 1);
    upArcs += words[record(v) + LIST_OUT + LIST_COUNT];
    downArcs += words[record(v) + LIST_IN + LIST_COUNT];
  }
  const hierarchy = allocateHierarchy(nodeCount, levelCount, upArcs, downArcs);
  const { rank, node, levelStart, up, down } = hierarchy;
  const view: Lists = { words, floats, record, rank, node };
  rankNodes(view, levelStart);
  const upOver = emitRows(view, LIST_OUT, up);
  const downOver = emitRows(view, LIST_IN, down);
  joinHalves(up, upOver, true, up, down);
  joinHalves(down, downOver, false, up, down);
  return hierarchy;
}

/** The lists in memory, and the ranks. */
interface Lists {
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  /** The first word of a node's record. */
  readonly record: (v: number) => number;
  readonly rank: Uint32Array;
  readonly node: Uint32Array;
}

/**
 * Ranks the nodes by level and, within a level, by their lowest upper neighbour: nodes that read
 * the same part of memory in a sweep come one after another.
 */
function rankNodes({ words, record, rank, node }: Lists, levelStart: Uint32Array): void {
  const nodeCount = rank.length;
  const levelCount = levelStart.length - 1;
  for (let v = 0; v < nodeCount; v++) levelStart[words[record(v) + NODE_LEVEL] + 1]++;
  for (let l = 0; l < levelCount; l++) levelStart[l + 1] += levelStart[l];
  const next = levelStart.slice(0, levelCount);
  const byLevel = new Uint32Array(nodeCount);
  for (let v = 0; v < nodeCount; v++) byLevel[next[words[record(v) + NODE_LEVEL]]++] = v;

  const lowest = (list: number, least: number): number => {
    const first = words[list] / 4;
    const end = first + words[list + LIST_COUNT] * ARC_WORDS;
    for (let a = first; a < end; a += ARC_WORDS) least = Math.min(least, rank[words[a]]);
    return least;
  };
  for (let l = levelCount - 1; l >= 0; l--) {
    const [start, end] = [levelStart[l], levelStart[l + 1]];
    const members = byLevel.subarray(start, end);
    // a key is rank * 2^26 + index in `members`, exact in f64: MAX_NODES of build.ts is 2^26
    const keys = Float64Array.from(members, (v, i) => {
      const above = lowest(record(v) + LIST_IN, lowest(record(v) + LIST_OUT, nodeCount));
      return above * 2 ** 26 + i;
    }).sort();
    keys.forEach((key, i) => {
      const v = members[key % 2 ** 26];
      node[start + i] = v;
      rank[v] = start + i;
    });
  }
}

/**
 * Fills the rows of one side, each sorted by head. Returns one entry per arc: the rank that a
 * shortcut leads over, NONE for an arc of the graph. `first` of a shortcut is set by `joinHalves`.
 */
function emitRows(
  { words, floats, record, rank, node }: Lists,
  side: number,
  { firstArc, head, weight, first, second }: HierarchyArcs,
): Uint32Array {
  const nodeCount = rank.length;
  const arcCount = head.length;
  // by head, then, keeping that order, by the rank that owns the arc
  const ends = new Uint32Array(nodeCount + 1);
  const eachArc = (visit: (owner: number, head: number, arc: number) => void): void => {
    for (let r = 0; r < nodeCount; r++) {
      const list = record(node[r]) + side;
      const start = words[list] / 4;
      const end = start + words[list + LIST_COUNT] * ARC_WORDS;
      for (let a = start; a < end; a += ARC_WORDS) visit(r, rank[words[a]], a);
    }
  };
  eachArc((owner, h) => {
    ends[h + 1]++;
    firstArc[owner + 1]++;
  });
  for (let r = 0; r < nodeCount; r++) {
    ends[r + 1] += ends[r];
    firstArc[r + 1] += firstArc[r];
  }
  const owners = new Uint32Array(arcCount);
  const arcs = new Uint32Array(arcCount);
  eachArc((owner, h, arc) => {
    const place = ends[h]++;
    owners[place] = owner;
    arcs[place] = arc;
  });
  const over = new Uint32Array(arcCount).fill(NONE);
  const next = firstArc.slice(0, nodeCount);
  for (let i = 0; i < arcCount; i++) {
    const arc = arcs[i];
    const place = next[owners[i]]++;
    head[place] = rank[words[arc]];
    weight[place] = floats[arc + ARC_WEIGHT];
    first[place] = words[arc + ARC_VIA];
    second[place] = NONE;
    if (words[arc + ARC_HOPS] >= SHORTCUT) over[place] = rank[words[arc + ARC_VIA]];
  }
  return over;
}

/**
 * Sets `first` and `second` of each shortcut of one side: the arc of `down` to the rank in `over`,
 * and the arc of `up` from that rank. `climbs` says whether the side is `up`.
 */
function joinHalves(
  { firstArc, head, first, second }: HierarchyArcs,
  over: Uint32Array,
  climbs: boolean,
  up: HierarchyArcs,
  down: HierarchyArcs,
): void {
  for (let r = 0, a = 0; r + 1 < firstArc.length; r++) {
    for (; a < firstArc[r + 1]; a++) {
      if (over[a] === NONE) continue;
      first[a] = arcTo(down, over[a], climbs ? r : head[a]);
      second[a] = arcTo(up, over[a], climbs ? head[a] : r);
    }
  }
}

/** The arc between rank `owner` and rank `upper` above it, by binary search in the row. */
function arcTo({ firstArc, head }: HierarchyArcs, owner: number, upper: number): number {
  let low = firstArc[owner];
  let high = firstArc[owner + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (head[middle] < upper) low = middle + 1;
    else high = middle;
  }
  return low;
}
