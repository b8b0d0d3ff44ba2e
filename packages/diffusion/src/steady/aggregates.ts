// How nodes become the groups of the next coarser level of the multigrid of method 'steady'.
// buildLevels (multigrid.ts) calls groupNodes level by level.

import { NONE } from '@wayfield/graph';

/** A level as arrays: its nodes, their places, and which lie beside each other. */
export interface Level {
  readonly count: number;
  /** Place of each node, to group by. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly firstOut: Uint32Array;
  readonly head: Uint32Array;
}

/** The nodes of the finer level as functions, which `groupNodes` calls. */
export interface Nodes {
  readonly count: number;
  place(node: number): readonly [x: number, y: number];
  forEachNeighbour(node: number, visit: (neighbour: number) => void): void;
}

/**
 * Groups the nodes of each box of 2 x 2 places that are connected inside the box. `group[i]` is the
 * group of node i.
 */
export function groupNodes(nodes: Nodes): { group: Uint32Array; level: Level } {
  const { count } = nodes;
  const root = new Uint32Array(count);
  const find = (node: number): number => {
    let v = node;
    while (root[v] !== v) v = root[v] = root[root[v]];
    return v;
  };
  const bx = new Int32Array(count);
  const by = new Int32Array(count);
  for (let v = 0; v < count; v++) {
    root[v] = v;
    const [x, y] = nodes.place(v);
    bx[v] = x >> 1;
    by[v] = y >> 1;
  }
  for (let v = 0; v < count; v++) {
    nodes.forEachNeighbour(v, (w) => {
      if (bx[w] !== bx[v] || by[w] !== by[v]) return;
      const a = find(v);
      const b = find(w);
      if (a < b) root[b] = a;
      else root[a] = b;
    });
  }
  const group = new Uint32Array(count);
  const x: number[] = [];
  const y: number[] = [];
  for (let v = 0; v < count; v++) {
    const first = find(v);
    if (first === v) {
      group[v] = x.length;
      x.push(bx[v]);
      y.push(by[v]);
    } else group[v] = group[first];
  }

  // The edges between groups: for each group, the groups of its members' neighbours, each once.
  // Members are listed by group first
  const groups = x.length;
  const firstMember = new Uint32Array(groups + 1);
  for (const g of group) firstMember[g + 1]++;
  for (let g = 0; g < groups; g++) firstMember[g + 1] += firstMember[g];
  const member = new Uint32Array(firstMember[groups]);
  const next = firstMember.slice();
  for (let v = 0; v < count; v++) member[next[group[v]]++] = v;
  const firstOut = new Uint32Array(groups + 1);
  // room for 9 neighbours a group; doubled where walls split boxes into several groups
  let head = new Uint32Array(Math.max(64, groups * 9));
  const seenBy = new Uint32Array(groups).fill(NONE);
  let used = 0;
  for (let g = 0; g < groups; g++) {
    firstOut[g] = used;
    seenBy[g] = g;
    for (let i = firstMember[g]; i < firstMember[g + 1]; i++) {
      nodes.forEachNeighbour(member[i], (w) => {
        const other = group[w];
        if (seenBy[other] === g) return;
        seenBy[other] = g;
        if (used === head.length) {
          const larger = new Uint32Array(used * 2);
          larger.set(head);
          head = larger;
        }
        head[used++] = other;
      });
    }
  }
  firstOut[groups] = used;
  return {
    group,
    level: {
      count: groups,
      x: Int32Array.from(x),
      y: Int32Array.from(y),
      firstOut,
      head: head.slice(0, used),
    },
  };
}
