// The obstacles that a person wants, and those that the mesh of the worker has.
import type { Change } from '../history.ts';
import type { Rings } from './world.ts';

export interface Obstacles {
  readonly size: number;
  add(rings: Rings): Change;
  /** Removes the newest obstacle at a place; undefined if there is none. */
  removeAt(x: number, y: number): Change | undefined;
  /** The obstacles to add to the mesh and to drop from it, so that it has the wanted ones. */
  difference(): {
    readonly add: readonly (readonly [key: number, rings: Rings])[];
    readonly drop: number[];
  };
  /** The mesh has these obstacles now, under the numbers `ids`. */
  added(keys: readonly number[], ids: readonly number[]): void;
  dropped(keys: readonly number[]): void;
  /** The mesh refused these obstacles. */
  refused(keys: readonly number[]): void;
  idOf(key: number): number;
  /** The differences from the world as it was made, for files. */
  edits(): ObstacleEdits;
  restore(edits: ObstacleEdits): void;
}

export interface ObstacleEdits {
  /** Numbers of the obstacles that were removed from the world. */
  readonly removed: readonly number[];
  readonly added: readonly Rings[];
}

/**
 * The obstacles of a scene. Key and number of an obstacle of the world are its index in `world`.
 */
export function createObstacles(world: readonly Rings[]): Obstacles {
  const wanted = new Map<number, Rings>(world.entries());
  const present = new Map<number, number>(world.map((_, i) => [i, i]));
  let nextKey = world.length;

  function add(rings: Rings): Change {
    const key = nextKey++;
    wanted.set(key, rings);
    return { undo: () => wanted.delete(key), redo: () => wanted.set(key, rings) };
  }
  function remove(key: number): Change | undefined {
    const rings = wanted.get(key);
    if (!rings) return undefined;
    wanted.delete(key);
    return { undo: () => wanted.set(key, rings), redo: () => wanted.delete(key) };
  }

  return {
    get size() {
      return wanted.size;
    },
    add,
    removeAt(x, y) {
      const hit = [...wanted].filter(([, rings]) => isInside(rings, x, y)).pop();
      return hit && remove(hit[0]);
    },
    difference: () => ({
      add: [...wanted].filter(([key]) => !present.has(key)),
      drop: [...present.keys()].filter((key) => !wanted.has(key)),
    }),
    added(keys, ids) {
      for (const [i, key] of keys.entries()) present.set(key, ids[i]);
    },
    dropped(keys) {
      for (const key of keys) present.delete(key);
    },
    refused(keys) {
      for (const key of keys) wanted.delete(key);
    },
    idOf: (key) => present.get(key) ?? -1,
    edits: () => ({
      removed: [...world.keys()].filter((key) => !wanted.has(key)),
      added: [...wanted].filter(([key]) => key >= world.length).map(([, rings]) => rings),
    }),
    restore(edits) {
      for (const key of edits.removed) remove(key);
      for (const rings of edits.added) add(rings);
    },
  };
}

/** By the even-odd rule. */
function isInside(rings: Rings, x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

/** Checks edits from a file. The message of the error says what is wrong with them. */
export function readEdits(value: unknown): ObstacleEdits {
  const { removed, added } = (value ?? {}) as Partial<Record<keyof ObstacleEdits, unknown>>;
  const isRing = (ring: unknown): boolean =>
    Array.isArray(ring) && ring.length >= 6 && ring.length % 2 === 0 && ring.every(Number.isFinite);
  if (!Array.isArray(removed) || !removed.every(Number.isInteger))
    throw new Error('it does not say which obstacles were taken out');
  if (!Array.isArray(added) || !added.every((rings) => Array.isArray(rings) && rings.every(isRing)))
    throw new Error('its obstacles are not rings of three corners or more');
  return { removed: removed as number[], added: added as Rings[] };
}
