import type { BodyStore } from '../bodies/body-store.ts';
import type { GridLayout } from '../grid/grid-layout.ts';
import { bindPlain } from '../grid/plain-grid.ts';
import type { Role } from '../grid/roles.ts';
import { BOUNDS, CIRCLES, CONTACTS, SHAPED } from '../kernels.gen.ts';
import type { Host } from '../host.ts';
import type { PairsOptions } from '../types.ts';

/** What pairs are asked for. */
export interface PairTask {
  readonly role: Role;
  /** What is tested: CIRCLES exactly, BOUNDS only, or bounds and then shapes (SHAPED). */
  readonly test: number;
  /** Without pairs of two fixed bodies. */
  readonly skipFixed: boolean;
}

type Tested = Pick<BodyStore, 'layout' | 'fixed'>;

/** All contacts, also of two fixed bodies: every kind of grid for pairs can find these. */
export function contactTask(store: Pick<BodyStore, 'layout'>): PairTask {
  return { role: CONTACTS, test: store.layout.shapes === 0 ? CIRCLES : SHAPED, skipFixed: false };
}

/** `candidates`: pairs whose bounds touch. */
export function anyTask(
  store: Tested,
  role: Role,
  candidates: boolean,
  { fixed = true }: PairsOptions,
): PairTask {
  const skipFixed = !fixed && store.fixed !== undefined;
  return { role, test: candidates ? BOUNDS : contactTask(store).test, skipFixed };
}

/**
 * Are these contacts of circles? Plain grids find them, but only with pairs of two fixed bodies.
 */
export function isPlain({ role, test }: PairTask): boolean {
  return role === CONTACTS && test === CIRCLES;
}

/** Do these options ask for contacts, also of two fixed bodies? */
export function areContacts(
  store: Pick<BodyStore, 'fixed'>,
  { of = 'contacts', fixed = true }: PairsOptions,
): boolean {
  return of === 'contacts' && (fixed || store.fixed === undefined);
}

/**
 * Appends the pairs that bodies at places from `from` to `to` − 1 find (`plainPairs`,
 * `levelPairs`). In a plain grid the task must be contacts of circles, with pairs of two fixed
 * bodies.
 */
export function findPairs(
  { kernels, three }: Pick<Host, 'kernels' | 'three'>,
  { plan, filtered }: Pick<GridLayout, 'plan' | 'filtered'>,
  { role, test, skipFixed }: PairTask,
  from: number,
  to: number,
): void {
  if (plan === undefined) {
    kernels.levelPairs(from, to, role, test, skipFixed ? 1 : 0);
    return;
  }
  bindPlain(kernels, plan);
  kernels.plainPairs(three ? 1 : 0, filtered ? 1 : 0, from, to);
}
