// The coarse levels of the multiplicative multigrid of steady.ts: sparse rows over groups of cells, groups of
// groups, and so on. Unknown of a node: the factor by which all scent under it should be multiplied.

import { NONE } from '@wayfield/graph';

/**
 * Row i: diagonal[i] * u[i] = sum over e in firstOut[i] .. firstOut[i + 1] of weight[e] * u[head[e]] + inflow[i], in
 * units of 2^unit[i].
 */
export interface Level {
  readonly count: number;
  /** Place of each node, to group by. */
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly firstOut: Uint32Array;
  readonly head: Uint32Array;
  readonly weight: Float64Array;
  readonly diagonal: Float64Array;
  readonly inflow: Float64Array;
  readonly unit: Int32Array;
  readonly u: Float64Array;
  /** The node of the next level that each belongs to; empty on the last. */
  group: Uint32Array;
}

/** What a level is made of: nodes with places, and which lie beside each other. */
export interface Nodes {
  readonly count: number;
  place(node: number): readonly [x: number, y: number];
  forEachNeighbour(node: number, visit: (neighbour: number) => void): void;
}

/**
 * Puts together nodes of the same 2 x 2 places that hang together. `group[i]` is the group of node i, NONE for nodes
 * without a place (`place` not asked where `skip`).
 */
export function groupNodes(
  nodes: Nodes,
  skip: (node: number) => boolean,
): { group: Uint32Array; level: Level } {
  const { count } = nodes;
  const root = new Uint32Array(count).fill(NONE);
  const find = (node: number): number => {
    let v = node;
    while (root[v] !== v) v = root[v] = root[root[v]];
    return v;
  };
  const bx = new Int32Array(count);
  const by = new Int32Array(count);
  for (let v = 0; v < count; v++) {
    if (skip(v)) continue;
    root[v] = v;
    const [x, y] = nodes.place(v);
    bx[v] = x >> 1;
    by[v] = y >> 1;
  }
  for (let v = 0; v < count; v++) {
    if (root[v] === NONE) continue;
    nodes.forEachNeighbour(v, (w) => {
      if (root[w] === NONE || bx[w] !== bx[v] || by[w] !== by[v]) return;
      const a = find(v);
      const b = find(w);
      if (a < b) root[b] = a;
      else root[a] = b;
    });
  }
  const group = new Uint32Array(count).fill(NONE);
  const x: number[] = [];
  const y: number[] = [];
  for (let v = 0; v < count; v++) {
    if (root[v] === NONE) continue;
    const first = find(v);
    if (first === v) {
      group[v] = x.length;
      x.push(bx[v]);
      y.push(by[v]);
    } else group[v] = group[first];
  }

  // which groups lie beside which: members listed by group, then their neighbours' groups, each once
  const groups = x.length;
  const firstMember = new Uint32Array(groups + 1);
  for (const g of group) if (g !== NONE) firstMember[g + 1]++;
  for (let g = 0; g < groups; g++) firstMember[g + 1] += firstMember[g];
  const member = new Uint32Array(firstMember[groups]);
  const next = firstMember.slice();
  for (let v = 0; v < count; v++) if (group[v] !== NONE) member[next[group[v]]++] = v;
  const firstOut = new Uint32Array(groups + 1);
  let head = new Uint32Array(Math.max(64, groups * 9));
  const seenBy = new Uint32Array(groups).fill(NONE);
  let used = 0;
  for (let g = 0; g < groups; g++) {
    firstOut[g] = used;
    seenBy[g] = g;
    for (let i = firstMember[g]; i < firstMember[g + 1]; i++) {
      nodes.forEachNeighbour(member[i], (w) => {
        const other = group[w];
        if (other === NONE || seenBy[other] === g) return;
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
      weight: new Float64Array(used),
      diagonal: new Float64Array(groups),
      inflow: new Float64Array(groups),
      unit: new Int32Array(groups),
      u: new Float64Array(groups),
      group: new Uint32Array(),
    },
  };
}

/** The levels above a first one, down to a handful of nodes. */
export function coarserLevels(first: Level): Level[] {
  const levels = [first];
  for (let level = first; level.count > 8;) {
    const { x, y, firstOut, head } = level;
    const { group, level: coarser } = groupNodes(
      {
        count: level.count,
        place: (v) => [x[v], y[v]],
        forEachNeighbour(v, visit) {
          for (let e = firstOut[v]; e < firstOut[v + 1]; e++) visit(head[e]);
        },
      },
      () => false,
    );
    if (coarser.count === level.count) {
      // only places grew coarser: group those
      if (Math.max(...extent(x), ...extent(y)) <= 1) break;
    }
    level.group = group;
    levels.push(coarser);
    level = coarser;
  }
  return levels;
}

function extent(places: Int32Array): [number, number] {
  let least = Infinity;
  let most = -Infinity;
  for (const place of places) {
    least = Math.min(least, place);
    most = Math.max(most, place);
  }
  return [least, most];
}

const LEAST_POWER = -1074;
const POWERS = Float64Array.from({ length: 1024 - LEAST_POWER }, (_, i) => 2 ** (i + LEAST_POWER));

/** 2^e, 0 where e is far below 0, infinite where it is far above. */
export function power(e: number): number {
  if (e < LEAST_POWER) return 0;
  return e > 1023 ? Infinity : POWERS[e - LEAST_POWER];
}

/** Starts a level at u = 1 with empty rows, its units given. */
export function clearRows(level: Level): void {
  level.weight.fill(0);
  level.diagonal.fill(0);
  level.inflow.fill(0);
  level.u.fill(1);
}

/** Adds to the entry of row i and column j. */
export function addWeight(
  { firstOut, head, weight }: Level,
  i: number,
  j: number,
  by: number,
): void {
  let e = firstOut[i];
  while (head[e] !== j) e++;
  weight[e] += by;
}

/** One Gauss-Seidel sweep; rows that make no sense yet stay as they are. */
function sweep(level: Level, forward: boolean): void {
  const { count, firstOut, head, weight, diagonal, inflow, u } = level;
  for (let k = 0; k < count; k++) {
    const i = forward ? k : count - 1 - k;
    if (!(diagonal[i] > 0)) continue;
    let sum = inflow[i];
    for (let e = firstOut[i], end = firstOut[i + 1]; e < end; e++) sum += weight[e] * u[head[e]];
    if (sum > 0) u[i] = sum / diagonal[i];
  }
}

/** Sums the rows of each group, with every u of the finer level taken in. */
function restrict(fine: Level, coarse: Level): void {
  const { count, firstOut, head, weight, diagonal, inflow, unit, u, group } = fine;
  clearRows(coarse);
  coarse.unit.fill(-0x40000000);
  for (let i = 0; i < count; i++) {
    coarse.unit[group[i]] = Math.max(coarse.unit[group[i]], unit[i]);
  }
  for (let i = 0; i < count; i++) {
    const g = group[i];
    const scale = power(unit[i] - coarse.unit[g]);
    if (scale === 0) continue;
    coarse.diagonal[g] += scale * diagonal[i] * u[i];
    coarse.inflow[g] += scale * inflow[i];
    for (let e = firstOut[i], end = firstOut[i + 1]; e < end; e++) {
      const flow = scale * weight[e] * u[head[e]];
      const other = group[head[e]];
      if (other === g) coarse.diagonal[g] -= flow;
      else addWeight(coarse, g, other, flow);
    }
  }
}

/** Improves u of level `at`, by two visits to each coarser level (a W-cycle). */
export function cycle(levels: readonly Level[], at: number): void {
  const level = levels[at];
  if (at === levels.length - 1) {
    for (let i = 0; i < 20; i++) sweep(level, i % 2 === 0);
    return;
  }
  sweep(level, true);
  sweep(level, false);
  const coarse = levels[at + 1];
  // deep down levels are small: visits cost little there
  for (let visit = 0; visit < 2; visit++) {
    restrict(level, coarse);
    cycle(levels, at + 1);
    for (let i = 0; i < level.count; i++) level.u[i] *= limited(coarse.u[level.group[i]]);
    sweep(level, true);
    sweep(level, false);
  }
}

/** A correction, kept from wild values that rows far from their answer can give. */
export function limited(u: number): number {
  return u > 0 ? Math.min(1e60, Math.max(1e-60, u)) : 1;
}
