// PRA* (Sturtevant and Buro, Partial pathfinding using map abstraction and refinement, 2005) in
// plain JavaScript. Cells are joined into cliques of up to four, level by level, until no edge is
// left. A path is found on the middle level and refined to the cells in one go. The grid has 8
// neighbours, corners 'never' and one cost for all open cells.
import type { Grid } from '@wayfield/graph';
import type { PlainSearch } from '../plain-grid-astar.ts';
import { createGraphSearch, type GraphSearch, gridArcs, octile } from './search-graph.ts';

const NONE = -1;

/** One level of abstraction. */
interface Level {
  readonly count: number;
  /** The position of a node: the mean of those of its members on the level below. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly neighbours: readonly (readonly number[])[];
  /** The node of the next level that a node belongs to; NONE on the last level. */
  parent: Int32Array;
}

export function createPra(grid: Grid): PlainSearch {
  const { width, height, cost } = grid;
  const levels = buildLevels(grid);
  /** By level: 1 for the nodes of the path found there, whose members may be searched. */
  const allowed = levels.map(({ count }) => new Uint8Array(count));
  /** A search per level. While `restricted`, it enters only members of `allowed` nodes. */
  const searches = levels.map((level, depth): GraphSearch => {
    const { parent, neighbours, x, y, count } = level;
    const passes = (node: number): boolean => !restricted || allowed[depth + 1][parent[node]] === 1;
    if (depth === 0) {
      const steps = gridArcs(grid);
      return createGraphSearch(width * height, (cell, arc) =>
        steps(cell, (head, length) => {
          if (passes(head)) arc(head, length);
        }),
      );
    }
    return createGraphSearch(count, (node, arc) => {
      for (const head of neighbours[node]) {
        if (passes(head)) arc(head, Math.hypot(x[head] - x[node], y[head] - y[node]));
      }
    });
  });
  let restricted = false;
  let nodes: number[] = [];
  let settled = 0;

  /** The nodes that hold the two cells, level by level, up to the first where it is one node. */
  function climb(source: number, target: number): (readonly [number, number])[] | undefined {
    const ends: (readonly [number, number])[] = [];
    let [a, b] = [source, target];
    for (const { parent } of levels) {
      ends.push([a, b]);
      if (a === b) return ends;
      [a, b] = [parent[a], parent[b]];
      if (a === NONE || b === NONE) return undefined;
    }
    return undefined;
  }

  function search(source: number, target: number): number {
    nodes = [];
    settled = 0;
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    const ends = climb(source, target);
    if (ends === undefined) return Infinity;
    const start = (ends.length - 1) >> 1;
    let length = Infinity;
    for (let depth = start; depth >= 0; depth--) {
      const [a, b] = ends[depth];
      const { x, y } = levels[depth];
      restricted = depth < start;
      for (const node of nodes) allowed[depth + 1][node] = 1;
      length = searches[depth].run(a, b, (node) =>
        depth === 0 ? octile(width, node, b) : Math.hypot(x[b] - x[node], y[b] - y[node]),
      );
      for (const node of nodes) allowed[depth + 1][node] = 0;
      settled += searches[depth].state.settled;
      nodes = searches[depth].pathTo(b);
    }
    return length;
  }

  return {
    search,
    path: () => nodes,
    get settled() {
      return settled;
    },
    get memoryBytes() {
      return searches.reduce((sum, { state }) => sum + state.memoryBytes(), 0);
    },
  };
}

function buildLevels(grid: Grid): Level[] {
  const { width, height, cost } = grid;
  const steps = gridArcs(grid);
  const cells = Array.from({ length: width * height }, (_, cell) => cell);
  let level: Level = {
    count: cells.length,
    x: Float64Array.from(cells, (cell) => cell % width),
    y: Float64Array.from(cells, (cell) => (cell / width) | 0),
    neighbours: cells.map((cell) => {
      const heads: number[] = [];
      if (cost[cell] > 0) steps(cell, (head) => heads.push(head));
      return heads;
    }),
    parent: new Int32Array(0),
  };
  const levels = [level];
  while (level.neighbours.some((heads) => heads.length > 0)) {
    level = joinCliques(level);
    levels.push(level);
  }
  level.parent = new Int32Array(level.count).fill(NONE);
  return levels;
}

/** Joins the nodes of a level into cliques of up to four, and orphans with their neighbour. */
function joinCliques(level: Level): Level {
  const { count, neighbours } = level;
  const parent = new Int32Array(count).fill(NONE);
  let groups = 0;
  for (let size = 4; size >= 2; size--) {
    for (let node = 0; node < count; node++) {
      if (parent[node] !== NONE || neighbours[node].length < 2) continue;
      const clique = cliqueOf(level, parent, node, size);
      if (clique.length < size) continue;
      for (const one of clique) parent[one] = groups;
      groups++;
    }
  }
  for (let node = 0; node < count; node++) {
    if (parent[node] !== NONE) continue;
    const [only] = neighbours[node];
    // a node with one neighbour joins its group; two such nodes make a group
    if (neighbours[node].length === 1) {
      if (parent[only] === NONE) parent[only] = groups++;
      parent[node] = parent[only];
    } else parent[node] = groups++;
  }
  level.parent = parent;
  return gather(level, parent, groups);
}

/** Nodes without a group that are all neighbours of each other, at most `size`, with `node`. */
function cliqueOf({ neighbours }: Level, parent: Int32Array, node: number, size: number): number[] {
  let best: number[] = [node];
  const free = neighbours[node].filter((one) => parent[one] === NONE);
  const grow = (clique: number[], from: number): boolean => {
    if (clique.length > best.length) best = clique;
    if (best.length === size) return true;
    for (let i = from; i < free.length; i++) {
      if (clique.slice(1).every((one) => neighbours[one].includes(free[i]))) {
        if (grow([...clique, free[i]], i + 1)) return true;
      }
    }
    return false;
  };
  grow([node], 0);
  return best;
}

/** The next level: a node per group at the mean of its members. */
function gather({ count, neighbours, x, y }: Level, parent: Int32Array, groups: number): Level {
  const sumX = new Float64Array(groups);
  const sumY = new Float64Array(groups);
  const members = new Uint32Array(groups);
  const heads = Array.from({ length: groups }, () => new Set<number>());
  for (let node = 0; node < count; node++) {
    const group = parent[node];
    sumX[group] += x[node];
    sumY[group] += y[node];
    members[group]++;
    for (const head of neighbours[node]) {
      if (parent[head] !== group) heads[group].add(parent[head]);
    }
  }
  return {
    count: groups,
    x: sumX.map((sum, group) => sum / members[group]),
    y: sumY.map((sum, group) => sum / members[group]),
    neighbours: heads.map((set) => [...set]),
    parent: new Int32Array(0),
  };
}
