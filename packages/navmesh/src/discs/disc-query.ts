import { FOUND, NO_PATH, TARGET_BLOCKED } from '@wayfield/graph';
import type { Improving } from '../queries/anytime.ts';
import { PROVEN_AT_ONCE } from '../discs.gen.ts';
import { createBarriers } from './disc-barriers.ts';
import type { DiscHost } from './disc-host.ts';

/**
 * A first path is looked for depth first in at most this many labels. If these give no path, as
 * many more labels are expanded in the order of their lower bounds.
 */
export const MOST_FIRST = 2048;
/**
 * Without a path after this many labels, disc-barriers.ts tests whether walls and gaps keep the
 * ends apart. Without this test a search may not end: widths do not see every gap that is a little
 * too narrow, and there can be any number of paths into such gaps.
 */
export const PATIENCE: number = 2 * MOST_FIRST;

/** The ends of a query, and the radius. */
export interface DiscEnds {
  sx: number;
  sy: number;
  tx: number;
  ty: number;
  radius: number;
}

/** The current query of the kernels. */
export interface DiscQuery extends Improving {
  readonly ends: Readonly<DiscEnds>;
  /** Whether it is proven that there is no path. */
  readonly hasNoPath: boolean;
  /** Begins a query. Returns FOUND if there may be a path, else the status that says why not. */
  begin(ends: DiscEnds): number;
  /** Takes over a query that `blockRun` of the kernels has begun, and goes on to the proof. */
  finish(ends: DiscEnds): { status: number; cost: number; expanded: number };
  /**
   * Begins again from the same source to another target, which lies in these triangles. Returns
   * what `begin` returns. `expanded` goes on from the labels of the earlier targets.
   */
  beginTo(x: number, y: number, triangles: Uint32Array): number;
  /**
   * For a query without a path or proof: searches depth first until there is a path, whatever its
   * length, or until the query has expanded `until` labels in all.
   */
  findFirst(until: number): void;
  /**
   * Whether walls and gaps keep the source apart from a point where the disc fits. The test visits
   * every wall, which is many times faster than a search that finds no path.
   */
  isApart(x: number, y: number): boolean;
  /** The triangles that hold the source. */
  sources(): Uint32Array;
}

function straightLength({ sx, sy, tx, ty }: DiscEnds): number {
  return Math.sqrt((tx - sx) ** 2 + (ty - sy) ** 2);
}

function tooManyLabels({ sx, sy, tx, ty, radius }: DiscEnds, mostLabels: number): RangeError {
  return new RangeError(
    `from ${sx}, ${sy} to ${tx}, ${ty} with radius ${radius} there are more labels ` +
      `than fit into ${(32 * mostLabels) / 2 ** 20} MiB; set maxExpanded`,
  );
}

export function createDiscQuery(host: DiscHost): DiscQuery {
  const { kernels, arena, mesh, passages } = host;
  const barriers = createBarriers(mesh, host.rounding);
  let ends: DiscEnds = { sx: 0, sy: 0, tx: 0, ty: 0, radius: 0 };
  /** Whether the kernels have begun the query. */
  let isBegun = false;
  let isProven = true;
  /** Whether walls and gaps were tested, and do not keep the ends apart. */
  let isJoined = false;
  /** Labels expanded in searches for earlier targets of the query. */
  let spent = 0;
  let cost = Infinity;
  let bound = Infinity;

  function clear(): void {
    if (isBegun) spent += kernels.queryExpanded();
    isBegun = isJoined = false;
    isProven = true;
    cost = bound = Infinity;
  }

  /** Takes over what the kernels have found. `isDone`: whether no label is left to expand. */
  function take(isDone: boolean): void {
    isBegun = true;
    const isFull = kernels.labelsAreFull() !== 0;
    isProven = isDone && !isFull;
    cost = kernels.searchCost();
    if (isFull) throw tooManyLabels(ends, host.mostLabels);
  }

  /** Goes on until this many labels in all have been expanded. */
  const goOn = (until: number): void => take(kernels.queryRun(until) !== 0);

  function advance(labels: number): void {
    if (isProven) return;
    const until = Math.min(kernels.queryExpanded() + labels, 0xffffffff);
    if (cost === Infinity && !isJoined && until >= PATIENCE) {
      goOn(PATIENCE);
      if (isProven) return;
      const { sx, sy, tx, ty, radius } = ends;
      isJoined = cost < Infinity || !barriers.separate(sx, sy, tx, ty, radius);
      isProven = !isJoined;
      if (isProven) return;
    }
    goOn(until);
  }

  function sources(): Uint32Array {
    const at = host.sourceList >>> 2;
    return arena.words().slice(at, at + kernels.querySourceCount());
  }

  return {
    get ends() {
      return ends;
    },
    begin(next) {
      ends = next;
      clear();
      spent = 0;
      const code = kernels.queryBegin(ends.sx, ends.sy, ends.tx, ends.ty, ends.radius);
      if ((code & ~PROVEN_AT_ONCE) !== FOUND) return code;
      bound = straightLength(ends);
      take(code !== FOUND);
      return FOUND;
    },
    finish(next) {
      ends = next;
      clear();
      take(false);
      advance(0xffffffff);
      return { status: cost < Infinity ? FOUND : NO_PATH, cost, expanded: kernels.queryExpanded() };
    },
    beginTo(x, y, triangles) {
      ends = { ...ends, tx: x, ty: y };
      clear();
      const { radius } = ends;
      const isClear = (t: number): boolean => kernels.isClear(t, x, y, radius) !== 0;
      if (triangles.length === 0 || (radius > 0 && !triangles.every(isClear)))
        return TARGET_BLOCKED;
      if (!passages.join(sources(), triangles, kernels.leastWidthOf(radius))) return NO_PATH;
      arena.words().set(triangles, host.targetList >>> 2);
      const code = kernels.queryTo(ends.sx, ends.sy, x, y, radius, triangles.length);
      bound = straightLength(ends);
      take(code !== FOUND);
      return FOUND;
    },
    findFirst(until) {
      kernels.queryFirst(until - spent);
      take(false);
    },
    advance,
    isApart: (x, y) => barriers.separate(ends.sx, ends.sy, x, y, ends.radius),
    sources,
    get hasNoPath() {
      return isProven && cost === Infinity;
    },
    get isProven() {
      return isProven;
    },
    get cost() {
      return cost;
    },
    lowerBound() {
      if (isProven) return cost;
      // The largest bound read so far counts. Once a first turn is in doubt the kernels give 0, but
      // bounds read before hold: until the doubt, the label that pruned wrongly was open, with a
      // bound of at most the length of the shortest path (step 3 of assembly/discs/dominance.ts).
      bound = Math.max(bound, kernels.queryLowerBound());
      return Math.min(bound, cost);
    },
    expanded: () => spent + (isBegun ? kernels.queryExpanded() : 0),
  };
}
