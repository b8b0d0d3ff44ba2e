import { check } from '../common/rules.ts';
import type { SearchLimits } from '../channels/triangle-search.ts';

/** Labels expanded between two readings of the clock and the limits. Chosen, not measured. */
export const SLICE = 32;

/** A search for one path, which gets shorter until it is proven to be the shortest. */
export interface Improving {
  readonly isProven: boolean;
  /** The length of the best path so far; Infinity without one. */
  readonly cost: number;
  lowerBound(): number;
  /** Labels expanded so far. */
  expanded(): number;
  /** Expands up to `labels` labels, a whole number; fewer if the path is proven earlier. */
  advance(labels: number): void;
}

/** When a search stops. */
export interface Budget {
  /** A time of `performance.now()`. */
  readonly end: number;
  /** Labels of the whole query, those expanded before the call included. */
  readonly most: number;
}

/** The budget of a search without limits. */
export const UNLIMITED: Budget = { end: Infinity, most: Infinity };

/** The budget of limits, from now on; `expanded`: the labels expanded so far. */
export function budgetOf(
  { milliseconds, maxExpanded = Infinity }: SearchLimits,
  expanded: number,
): Budget {
  const end = milliseconds === undefined ? Infinity : performance.now() + milliseconds;
  return { end, most: expanded + maxExpanded };
}

/** Whether a time has come. Without a limit on time the clock is not read. */
export const isOver = (end: number): boolean => end < Infinity && performance.now() >= end;

/**
 * Goes on until the proof, until a limit, or until a first path if that is enough. Time and labels
 * are counted from this call, or as the budget says.
 */
export function improve(
  search: Improving,
  limits: SearchLimits,
  isFirstEnough: boolean,
  budget?: Budget,
): void {
  const { gap } = limits;
  const isEnough = (): boolean => search.isProven || (isFirstEnough && search.cost < Infinity);
  if (!isLimited(limits)) {
    while (!isEnough()) search.advance(isFirstEnough ? 1 : 0xffffffff);
    return;
  }
  const { end, most } = budget ?? budgetOf(limits, search.expanded());
  while (!isEnough()) {
    const { cost } = search;
    if (gap !== undefined && isWithin(gap, cost, search.lowerBound())) return;
    const left = most - search.expanded();
    if (left <= 0) return;
    if (isOver(end)) return;
    search.advance(isFirstEnough ? 1 : Math.min(SLICE, Math.ceil(left)));
  }
}

/**
 * Whether it is proven that a path is longer than the shortest by at most `gap` times its length.
 * False without a path, whose `cost` is Infinity.
 */
const isWithin = (gap: number, cost: number, lowerBound: number): boolean =>
  cost < Infinity && cost - lowerBound <= gap * cost;

/** The public facts of a search for one path. */
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

/**
 * Improves the path by `goOn` in slices of a few milliseconds; other events run between slices.
 * A slice whose time was over before any label was expanded expands SLICE labels, or as many as
 * `maxExpanded` leaves if that is fewer.
 */
async function improveInSlices(
  found: Found,
  goOn: (limits: SearchLimits) => boolean,
  limits: AsyncLimits,
): Promise<boolean> {
  const { gap, signal, slice = 4 } = limits;
  const enough = gap === undefined ? {} : { gap };
  const end = performance.now() + (limits.milliseconds ?? Infinity);
  const most = found.expanded + (limits.maxExpanded ?? Infinity);
  for (;;) {
    signal?.throwIfAborted();
    const { expanded } = found;
    const left = end - performance.now();
    const maxExpanded = most - expanded;
    if (left <= 0 || maxExpanded <= 0) return found.isProven;
    if (goOn({ ...enough, milliseconds: Math.min(slice, left), maxExpanded })) return true;
    const few = Math.min(SLICE, maxExpanded);
    if (found.expanded === expanded && goOn({ ...enough, maxExpanded: few })) return true;
    if (gap !== undefined && isWithin(gap, found.cost, found.lowerBound)) return false;
    await new Promise((resume) => setTimeout(resume, 0));
  }
}

/**
 * The handle of a search for one path: its facts, its path, and functions that improve it. `take`
 * brings the facts up to date; `isCurrent` says whether the kernels still hold this search.
 */
export function anytimeSearch<Facts extends Found, Path>(
  search: Improving,
  found: Facts,
  take: () => void,
  isCurrent: () => boolean,
  path: () => Path,
): Readonly<Facts> & Handle<Path> {
  take();
  let isCutOff = false;
  const goOn = (limits: SearchLimits): boolean => {
    if (found.isProven) return true;
    if (!isCurrent())
      throw new Error('another search has begun on the same object, so this search has ended');
    if (isCutOff) throw new RangeError('labels or memory ran out, so this search has ended');
    // stays true if `improve` throws: the label that it was expanding is lost
    isCutOff = true;
    improve(search, limits, false);
    isCutOff = false;
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

/** Whether any limit is set. */
export function isLimited({ gap, milliseconds, maxExpanded }: SearchLimits): boolean {
  return (gap ?? milliseconds ?? maxExpanded) !== undefined;
}
