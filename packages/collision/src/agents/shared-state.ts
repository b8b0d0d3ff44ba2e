// What threads read and write: views of shared memory, sent with each phase of a tick.
import type { Bodies, Lists } from '../types.ts';
import { COLUMNS, type Columns } from './columns.ts';
import { SENSED_ARRAYS, type SensedWorld, type World } from './world.ts';

/** The answers of the last commit, for other threads. */
export interface SharedAnswers {
  readonly contacts: Lists;
  readonly found: Lists;
}

/** All that a thread needs for a phase. Views of shared memory are sent, not copied. */
export interface SharedState {
  readonly bodies: Pick<Bodies, (typeof SENSED_ARRAYS)[number] | 'end'>;
  readonly columns: Columns;
  readonly last: SharedAnswers | undefined;
  readonly ticks: number;
  /**
   * By slot: the root of its connected component by contacts, which is its smallest slot. Agents of
   * one root act in one thread, in the order of their slots.
   */
  readonly roots: Uint32Array;
}

/** Keeps the answers of the last commit and the roots in shared memory, which grows. */
export interface Sharing {
  take(world: World): SharedState;
}

export function createSharing(): Sharing {
  const words = Array.from({ length: 5 }, () => createSharedWords());
  const [contactFirst, contactSlots, foundFirst, foundSlots, rootWords] = words;
  const share = (
    lists: Lists,
    first: (typeof words)[number],
    slots: (typeof words)[number],
  ): Lists => ({
    count: lists.count,
    first: first.copy(lists.first.subarray(0, lists.count + 1)),
    slots: slots.copy(lists.slots),
    total: lists.total,
    overflow: false,
  });
  return {
    take({ bodies, columns, last, ticks }) {
      const { end } = bodies;
      const arrays = Object.fromEntries(SENSED_ARRAYS.map((name) => [name, bodies[name]]));
      const roots = rootWords.reserve(end);
      const answers = last && {
        contacts: share(last.contacts, contactFirst, contactSlots),
        found: share(last.found, foundFirst, foundSlots),
      };
      joinByContacts(roots, answers?.contacts);
      return {
        bodies: { ...arrays, end } as SharedState['bodies'],
        columns: { ...columns },
        last: answers,
        ticks,
        roots,
      };
    },
  };
}

/** Shared memory for numbers, which is replaced by a larger one where it is too small. */
function createSharedWords() {
  let words = new Uint32Array(new SharedArrayBuffer(0));
  const reserve = (count: number): Uint32Array => {
    if (words.length < count) {
      words = new Uint32Array(new SharedArrayBuffer(4 * Math.ceil(1.25 * count)));
    }
    return words.subarray(0, count);
  };
  return {
    reserve,
    copy(from: Uint32Array): Uint32Array {
      const to = reserve(from.length);
      to.set(from);
      return to;
    },
  };
}

/**
 * Throws RangeError if the agent of `turn` (the slot that acts) must not kill the agent of `slot`:
 * they are in different components, so they may act in different threads.
 */
export function checkTouching(roots: Uint32Array, turn: number, slot: number): void {
  if (roots[slot] === roots[turn]) return;
  throw new RangeError(`slot is ${slot}: agent ${turn} does not touch it, so cannot kill it`);
}

/**
 * Writes the root of each slot: the smallest slot of its connected component, where contacts are
 * the edges. Union-find.
 */
export function joinByContacts(roots: Uint32Array, contacts: Lists | undefined): void {
  for (let slot = 0; slot < roots.length; slot++) roots[slot] = slot;
  if (!contacts) return;
  const rootOf = (slot: number): number => {
    let root = slot;
    while (roots[root] !== root) root = roots[root];
    // path compression: every slot of the path points at the root now
    for (let at = slot; roots[at] !== root;) [roots[at], at] = [root, roots[at]];
    return root;
  };
  const { count, first, slots } = contacts;
  for (let slot = 0; slot < Math.min(count, roots.length); slot++) {
    for (let k = first[slot]; k < first[slot + 1]; k++) {
      const other = slots[k];
      if (other > slot || other >= roots.length) continue;
      const [a, b] = [rootOf(slot), rootOf(other)];
      roots[Math.max(a, b)] = Math.min(a, b);
    }
  }
  // an entry is never above its slot, so the entries before this one hold roots already
  for (let slot = 0; slot < roots.length; slot++) roots[slot] = roots[roots[slot]];
}

/** Makes a thread's world see the state of a phase. */
export function adopt(
  world: { -readonly [Name in 'bodies' | 'columns' | 'last' | 'ticks']: SensedWorld[Name] },
  { bodies, columns, last, ticks }: SharedState,
): void {
  Object.assign(world.bodies, bodies);
  for (const name of COLUMNS) Object.assign(world.columns, { [name]: columns[name] });
  for (const [name, column] of columns.numbers) world.columns.numbers.set(name, column);
  world.last = last;
  world.ticks = ticks;
}
