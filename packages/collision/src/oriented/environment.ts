import { callback, checkOptions, flag, type OptionRules, refuseKind, whole } from '@wayfield/check';
import { buildBodies, slotOf } from '../bodies/bodies.ts';
import { BOX, CIRCLE } from '../constants.ts';
import type { TickSolver } from '../environment/commit.ts';
import { openEnvironment } from '../environment/open.ts';
import type { Answer, Area, Environment } from '../environment/types.ts';
import { MOST_SLOTS } from '../rules.ts';
import { addOrientedBody, buildOrientedBodies, turnBody } from './bodies.ts';
import { checkPose } from './check-pose.ts';
import { aTable, type ShapeTable } from './shape-table.ts';
import { createOrientedSolver } from './solver.ts';
import type { AsyncOrientedSolver, OrientedBodies, OrientedBody, OrientedSolver } from './types.ts';

type AnySolver = OrientedSolver | AsyncOrientedSolver;

/** Options of `createOrientedEnvironment`. */
export interface OrientedEnvironmentOptions {
  /** The shapes of the bodies. They also decide between two and three dimensions. */
  readonly shapes: ShapeTable;
  /** Bodies that there is room for at first. Default 1024. */
  readonly capacity?: number;
  /** As for `createEnvironment`. */
  readonly shared?: boolean;
  /** Makes the solver. Default `createOrientedSolver`. The environment destroys the solver. */
  readonly solver?: (world: OrientedBodies) => AnySolver | Promise<AnySolver>;
}

/**
 * An environment of bodies that turn. A commit carries out turns after moves. Areas of `explore`
 * are discs, balls and axis-aligned boxes.
 */
export interface OrientedEnvironment extends Omit<Environment, 'add' | 'get'> {
  readonly world: OrientedBodies;
  /** As `add` of `Environment`, for a body with a shape of the table and an orientation. */
  add(body: OrientedBody, done?: Answer): number;
  /**
   * Queues a turn: to an angle in 2D, to a quaternion x, y, z, w in 3D. Of several turns in a tick
   * the last counts. Throws RangeError for an id of no live body and for values out of range.
   */
  turn(id: number, to: number | readonly number[]): void;
  /** A copy of the body. Throws RangeError for an id of no live body. */
  get(id: number): Required<Omit<OrientedBody, 'angle' | 'turn'>> & OrientedBody;
}

const RULES: OptionRules = {
  shapes: aTable,
  capacity: /* @__PURE__ */ whole(0, MOST_SLOTS),
  shared: flag,
  solver: callback,
};

/**
 * The environment of `createEnvironment` for oriented boxes and convex polygons.
 *
 * @example
 * const shapes = buildShapes(2, [{ half: [2, 1] }]);
 * const environment = createOrientedEnvironment({ shapes });
 * const id = environment.add({ x: 0, y: 0, angle: 0 });
 * environment.add({ x: 0, y: 2.5, angle: 0 });
 * await environment.commit();
 * environment.turn(id, Math.PI / 2);
 * const { contacts } = await environment.commit();
 * console.log(contacts.slots.join()); // 1,0
 */
export function createOrientedEnvironment(
  options: OrientedEnvironmentOptions,
): OrientedEnvironment {
  if (options === undefined) {
    refuseKind('options of createOrientedEnvironment', options, 'an object');
  }
  checkOptions('createOrientedEnvironment', options, RULES);
  const { shapes, capacity = 1024, shared = false } = options;
  if (shapes === undefined) refuseKind('shapes', shapes, 'a ShapeTable');
  const { solver: makeSolver = createOrientedSolver } = options;
  const { dimensions } = shapes;
  const bodies = buildBodies({ dimensions, capacity, shared });
  const world = buildOrientedBodies(shapes, { bodies });
  const { queueTurn, ...environment } = openEnvironment<OrientedBody, CopyOf>({
    bodies,
    making: makeSolver(world) as TickSolver | Promise<TickSolver>,
    add: (body) => addOrientedBody(world, body),
    copy: (slot) => copyOf(world, slot),
    turn: ({ id, to }) => turnBody(world, id, to),
  });
  return {
    ...environment,
    world,
    turn(id, to) {
      slotOf(bodies, id);
      checkPose(dimensions, to);
      queueTurn(id, typeof to === 'number' ? to : [...to]);
    },
    explore(area, done) {
      checkShape(area);
      return environment.explore(area, done);
    },
  };
}

type CopyOf = ReturnType<OrientedEnvironment['get']>;

function checkShape(area: Area): void {
  const shape = (area as Partial<Area> | undefined)?.shape ?? CIRCLE;
  if (shape === CIRCLE || shape === BOX) return;
  throw new RangeError(`shape is ${shape}, expected CIRCLE or BOX: the bodies turn`);
}

function copyOf({ bodies, entry, angle, turn }: OrientedBodies, slot: number): CopyOf {
  const { x, y, z, kind, group, mask, fixed } = bodies;
  const turned =
    bodies.dimensions === 2
      ? { angle: angle[slot] }
      : { turn: Array.from(turn.subarray(4 * slot, 4 * slot + 4)) };
  return {
    x: x[slot],
    y: y[slot],
    z: z?.[slot] ?? 0,
    entry: entry[slot],
    ...turned,
    kind: kind[slot],
    group: group?.[slot] ?? 1,
    mask: mask?.[slot] ?? 0xffffffff,
    fixed: fixed?.[slot] === 1,
  };
}
