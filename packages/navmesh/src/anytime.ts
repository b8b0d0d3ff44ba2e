import { check } from './rules.ts';
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

interface Handle<Path> {
  path(): Path;
  improve(limits?: SearchLimits): boolean;
  improveAsync(limits?: AsyncLimits): Promise<boolean>;
}

type AsyncLimits = SearchLimits & { readonly signal?: AbortSignal; readonly slice?: number };

/** Goes on by `goOn`, which improves what was found, in slices of a few milliseconds, between which other events have their turn. */
async function improveInSlices(
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

/**
 * What a caller holds of a search for one path: what was found, to be read, the path, and ways to go on. `take` brings what was found up to date;
 * `isAtHand` says whether the kernels still have this search.
 */
export function anytimeSearch<Facts extends Found, Path>(
  search: Improving,
  found: Facts,
  take: () => void,
  isAtHand: () => boolean,
  path: () => Path,
): Readonly<Facts> & Handle<Path> {
  take();
  const goOn = (limits: SearchLimits): boolean => {
    if (found.isProven) return true;
    if (!isAtHand()) throw new Error('another search has begun, this one has ended');
    improve(search, limits, false);
    take();
    return found.isProven;
  };
  const handle: Handle<Path> = {
    path,
    improve(limits = {}) {
      check('improve', limits);
      return goOn(limits);
    },
    async improveAsync(limits = {}) {
      check('improveAsync', limits);
      return improveInSlices(found, goOn, limits);
    },
  };
  for (const fact of Object.keys(found) as (keyof Facts)[])
    Object.defineProperty(handle, fact, { enumerable: true, get: () => found[fact] });
  return handle as Readonly<Facts> & Handle<Path>;
}

export function isLimited({ gap, milliseconds, maxExpanded }: SearchLimits): boolean {
  return (gap ?? milliseconds ?? maxExpanded) !== undefined;
}
