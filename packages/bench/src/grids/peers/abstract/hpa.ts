// HPA* (Botea, Müller and Schaeffer, Near optimal hierarchical path-finding, 2004) with one level
// of abstraction, in plain JavaScript with typed arrays. The grid has 8 neighbours, corners 'never'
// and one cost for all open cells.
import type { Grid } from '@wayfield/graph';
import type { PlainSearch } from '../plain-grid-astar.ts';
import { createGraphSearch, gridArcs, octile } from './search-graph.ts';
import { smoothPath } from './smooth.ts';

/** Edge of a cluster: the paper's. */
const CLUSTER = 10;
/** Entrances of at least this width have a transition at both ends, others one in the middle. */
const WIDE = 6;

/** The arcs of one transition. */
type Arcs = { head: number; length: number }[];

/** HPA* on a grid. `smoothed`: straight lines shorten the path after it was refined. */
export function createHpa(grid: Grid, { smoothed }: { smoothed: boolean }): PlainSearch {
  const { width, cost } = grid;
  const clusters = createClusters(grid);
  const { clusterOf, local, searchCluster } = clusters;
  const { cells, arcs, members } = buildTransitions(grid, clusters);
  joinTransitions(clusters, { cells, arcs, members });

  // the two ends of a query are the last two nodes
  const count = cells.length;
  const [SOURCE, TARGET] = [count, count + 1];
  /** Length from a transition to the target inside its cluster; `Infinity` in other clusters. */
  const toTarget = new Float64Array(count).fill(Infinity);
  /** The arcs of the source: to the transitions of its cluster and, in one cluster, the target. */
  let leaving: Arcs = [];
  const abstract = createGraphSearch(count + 2, (node, arc) => {
    for (const { head, length } of node === SOURCE ? leaving : arcs[node]) arc(head, length);
    if (node < count && toTarget[node] < Infinity) arc(TARGET, toTarget[node]);
  });
  let nodes: number[] = [];

  function search(source: number, target: number): number {
    nodes = [];
    if (!(cost[source] > 0) || !(cost[target] > 0)) return Infinity;
    const near = members[clusterOf(target)];
    searchCluster(target);
    for (const id of near) toTarget[id] = local.lengthTo(cells[id]);
    searchCluster(source);
    leaving = members[clusterOf(source)].map((head) => ({
      head,
      length: local.lengthTo(cells[head]),
    }));
    leaving.push({ head: TARGET, length: local.lengthTo(target) });
    leaving = leaving.filter(({ length }) => length < Infinity);
    const found = abstract.run(SOURCE, TARGET, (node) =>
      node === TARGET ? 0 : octile(width, cells[node], target),
    );
    for (const id of near) toTarget[id] = Infinity;
    if (found === Infinity) return Infinity;
    const stops = abstract.pathTo(TARGET).slice(1, -1);
    nodes = refine(clusters, [source, ...stops.map((id) => cells[id]), target]);
    if (!smoothed) return found;
    nodes = smoothPath(grid, nodes);
    let length = 0;
    for (let i = 1; i < nodes.length; i++) length += octile(width, nodes[i - 1], nodes[i]);
    return length;
  }

  return {
    search,
    path: () => nodes,
    get settled() {
      return abstract.state.settled;
    },
    get memoryBytes() {
      const ids = arcs.reduce((sum, list) => sum + 16 * list.length, 0);
      return local.state.memoryBytes() + abstract.state.memoryBytes() + ids;
    },
  };
}

type Clusters = ReturnType<typeof createClusters>;

/** The clusters of a grid, and the search within one. */
function createClusters(grid: Grid) {
  const { width, height } = grid;
  const across = Math.ceil(width / CLUSTER);
  const clusterOf = (cell: number): number =>
    ((((cell / width) | 0) / CLUSTER) | 0) * across + (((cell % width) / CLUSTER) | 0);
  let inside = 0;
  const steps = gridArcs(grid);
  const local = createGraphSearch(width * height, (cell, arc) =>
    steps(cell, (head, length) => {
      if (clusterOf(head) === inside) arc(head, length);
    }),
  );
  return {
    count: across * Math.ceil(height / CLUSTER),
    clusterOf,
    local,
    /** Searches the cluster of the source: for a target, or all of it. */
    searchCluster(source: number, target?: number): void {
      inside = clusterOf(source);
      const toGo = target === undefined ? () => 0 : (cell: number) => octile(width, cell, target);
      local.run(source, target, toGo);
    },
  };
}

interface Transitions {
  readonly cells: readonly number[];
  readonly arcs: readonly Arcs[];
  /** The transitions of each cluster. */
  readonly members: readonly (readonly number[])[];
}

/** Joins the transitions of each cluster by arcs as long as the shortest path inside. */
function joinTransitions(
  { local, searchCluster }: Clusters,
  { cells, arcs, members }: Transitions,
) {
  for (const ids of members) {
    for (const a of ids) {
      searchCluster(cells[a]);
      for (const b of ids) {
        const length = local.lengthTo(cells[b]);
        if (a !== b && length < Infinity) arcs[a].push({ head: b, length });
      }
    }
  }
}

/** The cells along the arcs between cells that are transitions or ends. */
function refine({ clusterOf, local, searchCluster }: Clusters, stops: readonly number[]): number[] {
  const path = [stops[0]];
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    if (a === b) continue;
    if (clusterOf(a) !== clusterOf(b)) path.push(b);
    else {
      searchCluster(a, b);
      path.push(...local.pathTo(b).slice(1));
    }
  }
  return path;
}

/** The transitions on the borders of clusters, with the arcs of length 1 across these borders. */
function buildTransitions(
  { width, height, cost }: Grid,
  { count, clusterOf }: Clusters,
): Transitions {
  const idOf = new Map<number, number>();
  const cells: number[] = [];
  const arcs: Arcs[] = [];
  const members: number[][] = Array.from({ length: count }, () => []);
  const transition = (cell: number): number => {
    let id = idOf.get(cell);
    if (id === undefined) {
      id = cells.length;
      idOf.set(cell, id);
      cells.push(cell);
      arcs.push([]);
      members[clusterOf(cell)].push(id);
    }
    return id;
  };
  const link = (cell: number, beyond: number): void => {
    const [a, b] = [transition(cell), transition(beyond)];
    arcs[a].push({ head: b, length: 1 });
    arcs[b].push({ head: a, length: 1 });
  };
  /**
   * Transitions for all entrances of one border. Cells `first + i * along`, i below `length`, lie
   * on this side of the border; `over` leads from each to its neighbour beyond.
   */
  const border = (first: number, along: number, length: number, over: number): void => {
    let begin = 0;
    for (let i = 0; i <= length; i++) {
      const cell = first + i * along;
      if (i < length && cost[cell] > 0 && cost[cell + over] > 0) continue;
      const wide = i - begin;
      const places = wide >= WIDE ? [begin, i - 1] : wide > 0 ? [begin + (wide >> 1)] : [];
      for (const place of places) link(first + place * along, first + place * along + over);
      begin = i + 1;
    }
  };
  for (let top = 0; top < height; top += CLUSTER) {
    for (let left = 0; left < width; left += CLUSTER) {
      const [right, bottom] = [left + CLUSTER - 1, top + CLUSTER - 1];
      const [wide, high] = [Math.min(CLUSTER, width - left), Math.min(CLUSTER, height - top)];
      if (right + 1 < width) border(top * width + right, width, high, 1);
      if (bottom + 1 < height) border(bottom * width + left, 1, wide, width);
    }
  }
  return { cells, arcs, members };
}
