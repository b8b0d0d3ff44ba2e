import { checkMap } from '../check/kinds.ts';
import { isGrid, nodeCountOf } from '../build/grid.ts';
import { NONE } from '../types/constants.ts';
import { eachStep } from './steps.ts';
import type { Graph, Grid } from '../types/data.ts';

/** Which nodes belong together. */
export interface Components {
  readonly count: number;
  /** nodeCount entries: the component of each node, from 0; NONE for blocked cells. */
  readonly component: Uint32Array;
  /** count entries: how many nodes each component has. */
  readonly size: Uint32Array;
}

/**
 * Numbers the components 0, 1, … in the order of their first nodes; `root[u]` is the node that
 * stands for the component of u, and its own root. No `Map`: V8 refuses more than 2^24 entries.
 */
function numbered(root: Uint32Array): Components {
  const component = new Uint32Array(root.length).fill(NONE);
  let count = 0;
  for (let u = 0; u < root.length; u++) {
    const r = root[u];
    if (r === NONE) continue;
    if (component[r] === NONE) component[r] = count++;
    component[u] = component[r];
  }
  const size = new Uint32Array(count);
  for (let u = 0; u < root.length; u++) if (root[u] !== NONE) size[component[u]]++;
  return { count, component, size };
}

/**
 * The weak components: nodes joined by arcs, whatever their direction. On a grid, whose steps all
 * lead back, cells of one component reach each other and no others; components are numbered by
 * first cell. Union-find, close to linear.
 */
export function weakComponents(data: Graph | Grid): Components {
  checkMap(data);
  const nodeCount = nodeCountOf(data);
  const root = new Uint32Array(nodeCount);
  const find = (u: number): number => {
    // path halving
    while (root[u] !== u) u = root[u] = root[root[u]];
    return u;
  };
  for (let u = 0; u < nodeCount; u++) root[u] = u;
  for (let u = 0; u < nodeCount; u++) {
    eachStep(data, u, (v) => {
      const a = find(u);
      const b = find(v);
      // the lower number wins, so that trees stay shallow where neighbours have close numbers
      if (a < b) root[b] = a;
      else root[a] = b;
    });
  }
  for (let u = 0; u < nodeCount; u++) root[u] = isGrid(data) && !data.cost[u] ? NONE : find(u);
  return numbered(root);
}

/**
 * The strong components: nodes that reach each other along arcs. Tarjan (1972), with his recursion
 * unrolled. On a grid the same as the weak ones.
 */
export function strongComponents(data: Graph | Grid): Components {
  checkMap(data);
  if (isGrid(data)) return weakComponents(data);
  const { nodeCount, firstOut, head } = data;
  // Nodes are numbered 1, 2, … as they are entered. low[u] is 0 before u is entered. While u is
  // open, it is the smallest number of an open node that u is known to reach (Tarjan's lowlink).
  // Once the component of u is complete, it is 2^32 + the component's root, larger than any number.
  const low = new Float64Array(nodeCount);
  const lowered = new Uint8Array(nodeCount); // 1 = low[u] is the number of another node
  const nextArc = firstOut.slice(0, nodeCount);
  const open: number[] = []; // entered, component not complete
  const trail: number[] = []; // from the start to the current node
  let entered = 0;
  const enter = (u: number): void => {
    low[u] = ++entered;
    trail.push(u);
    open.push(u);
  };
  const lower = (u: number, v: number): void => {
    if (low[v] >= low[u]) return;
    low[u] = low[v];
    lowered[u] = 1;
  };
  for (let start = 0; start < nodeCount; start++) {
    if (!low[start]) enter(start);
    while (trail.length) {
      const u = trail[trail.length - 1];
      if (nextArc[u] < firstOut[u + 1]) {
        const v = head[nextArc[u]++];
        if (low[v]) lower(u, v);
        else enter(v);
        continue;
      }
      trail.pop();
      if (trail.length) lower(trail[trail.length - 1], u);
      // u reaches no open node entered before it, so it is a root: the nodes opened since are its
      // component
      if (!lowered[u]) for (let v = -1; v !== u; low[v] = 2 ** 32 + u) v = open.pop()!;
    }
  }
  return numbered(Uint32Array.from(low, (value) => value - 2 ** 32));
}
