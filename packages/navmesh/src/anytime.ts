import type { SearchLimits } from './triangle-search.ts';

/** States between two looks at the clock. */
const SLICE = 32;

/** A search for one path that gets shorter until it is proven to be the shortest. */
export interface Improving {
  readonly isProven: boolean;
  /** Of the best path so far; Infinity without one. */
  readonly cost: number;
  lowerBound(): number;
  /** The work so far. */
  expanded(): number;
  /** Goes on for some states, at once where a path is proven without. */
  advance(states: number): void;
}

/** Goes on until a limit, from now on, or until the first path where that is enough. */
export function improve(search: Improving, limits: SearchLimits, isFirstEnough: boolean): void {
  const { gap, milliseconds, maxExpanded } = limits;
  const isEnough = (): boolean => search.isProven || (isFirstEnough && search.cost < Infinity);
  if (!isLimited(limits)) {
    while (!isEnough()) search.advance(isFirstEnough ? 1 : 0xffffffff);
    return;
  }
  const end = milliseconds === undefined ? Infinity : performance.now() + milliseconds;
  const most = maxExpanded === undefined ? Infinity : search.expanded() + maxExpanded;
  while (!isEnough()) {
    const { cost } = search;
    if (gap !== undefined && cost < Infinity && cost - search.lowerBound() <= gap * cost) return;
    const left = most - search.expanded();
    if (left <= 0) return;
    // a first path is worth a little more time
    if (performance.now() >= end) return;
    search.advance(isFirstEnough ? 1 : Math.min(SLICE, left));
  }
}

/** What a search for one path says of itself. */
interface Found {
  readonly cost: number;
  readonly lowerBound: number;
  readonly isProven: boolean;
  readonly expanded: number;
}

export type AsyncLimits = SearchLimits & { readonly signal?: AbortSignal; readonly slice?: number };

/** Goes on by `goOn`, which improves what was found, in slices of a few milliseconds, between which other events have their turn. */
export async function improveInSlices(
  found: Found,
  goOn: (limits: SearchLimits) => boolean,
  limits: AsyncLimits,
): Promise<boolean> {
  const { gap, signal, slice = 4 } = limits;
  const end = performance.now() + (limits.milliseconds ?? Infinity);
  const most = found.expanded + (limits.maxExpanded ?? Infinity);
  for (;;) {
    signal?.throwIfAborted();
    const milliseconds = Math.min(slice, end - performance.now());
    const maxExpanded = most - found.expanded;
    if (milliseconds <= 0 || maxExpanded <= 0) return found.isProven;
    if (goOn({ ...limits, milliseconds, maxExpanded })) return true;
    if (gap !== undefined && found.cost - found.lowerBound <= gap * found.cost) return false;
    await new Promise((resume) => setTimeout(resume, 0));
  }
}

export function isLimited({ gap, milliseconds, maxExpanded }: SearchLimits): boolean {
  return (gap ?? milliseconds ?? maxExpanded) !== undefined;
}

export function checkLimits(limits: SearchLimits): void {
  checkLimit('gap', limits.gap);
  checkLimit('milliseconds', limits.milliseconds);
  checkLimit('maxExpanded', limits.maxExpanded);
}

function checkLimit(name: string, value: number | undefined): void {
  if (value !== undefined && !(value >= 0))
    throw new RangeError(`${name} is ${value}, it must not be below 0`);
}
