import { CIRCLE, NONE } from '../constants.ts';
import type { ExploreQueries } from '../types.ts';
import { createGrowing } from './growing.ts';
import type { Answer, Area } from './types.ts';

/** The columns of an explore, in the order of `ExploreQueries`. */
export const AREA = ['x', 'y', 'z', 'radius', 'extentX', 'extentY', 'extentZ'] as const;

/** A body turns to an angle, or in 3D to a quaternion, which the queue owns. */
export interface Turn {
  readonly id: number;
  readonly to: number | readonly number[];
}

/** The requests of one tick. Additions are not among them: `add` adds the body at once. */
export interface Requests {
  readonly bodyAnswers: readonly { readonly id: number; readonly done: Answer }[];
  readonly areaAnswers: readonly { readonly ticket: number; readonly done: Answer }[];
  /** Ids to remove, in the order of the requests. */
  removed(): Float64Array;
  /** Ids to move, and where to, in the order of the requests. */
  moved(): { ids: Float64Array; x: Float64Array; y: Float64Array; z: Float64Array };
  /** Turns of oriented bodies, in the order of the requests. */
  readonly turns: readonly Turn[];
  remove(id: number): void;
  turn(id: number, to: Turn['to']): void;
  move(id: number, to: readonly [number, number, number]): void;
  /** Returns the ticket of the explore: its number in this tick. */
  explore(area: Area, done: Answer | undefined): number;
  /** `done` is called with what the body touches. */
  answerBody(id: number, done: Answer | undefined): void;
  /** The explores as queries. `slotOf` gives the slot of an id, or NONE. */
  queries(dimensions: 2 | 3, slotOf: (id: number) => number): ExploreQueries;
  clear(): void;
}

export function createRequests(): Requests {
  const removed = createGrowing(Float64Array);
  const moved = createGrowing(Float64Array);
  const to = [0, 1, 2].map(() => createGrowing(Float64Array));
  const area = AREA.map(() => createGrowing(Float32Array));
  const shape = createGrowing(Uint8Array);
  const mask = createGrowing(Uint32Array);
  /**
   * By explore: the id of the body that asks, −1: none. `queries` turns the id into a slot, or into
   * NONE if the body does not live then.
   */
  const looker = createGrowing(Float64Array);
  const self = createGrowing(Uint32Array);
  const bodyAnswers: { id: number; done: Answer }[] = [];
  const turns: Turn[] = [];
  const areaAnswers: { ticket: number; done: Answer }[] = [];
  return {
    bodyAnswers,
    areaAnswers,
    turns,
    removed: () => removed.view(),
    moved() {
      const [x, y, z] = to.map((column) => column.view());
      return { ids: moved.view(), x, y, z };
    },
    remove: (id) => removed.push(id),
    turn: (id, pose) => void turns.push({ id, to: pose }),
    move(id, place) {
      moved.push(id);
      place.forEach((value, axis) => to[axis].push(value));
    },
    explore(asked, done) {
      AREA.forEach((name, i) => area[i].push(asked[name] ?? 0));
      shape.push(asked.shape ?? CIRCLE);
      mask.push(asked.mask ?? 0xffffffff);
      looker.push(asked.self ?? -1);
      const ticket = looker.length - 1;
      if (done) areaAnswers.push({ ticket, done });
      return ticket;
    },
    answerBody(id, done) {
      if (done) bodyAnswers.push({ id, done });
    },
    queries(dimensions, slotOf) {
      for (const id of looker.view()) self.push(id < 0 ? NONE : slotOf(id));
      const [x, y, z, radius, extentX, extentY, extentZ] = area.map((column) => column.view());
      const { length: count } = looker;
      const shared = { count, x, y, radius, extentX, extentY };
      const rest = { shape: shape.view(), mask: mask.view(), self: self.view() };
      return dimensions === 3 ? { ...shared, ...rest, z, extentZ } : { ...shared, ...rest };
    },
    clear() {
      const columns = [removed, moved, ...to, ...area, shape, mask, looker, self];
      for (const column of columns) column.clear();
      bodyAnswers.length = 0;
      turns.length = 0;
      areaAnswers.length = 0;
    },
  };
}
