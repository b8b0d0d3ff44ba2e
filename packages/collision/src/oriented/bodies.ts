import {
  checkOptions,
  listOf,
  number,
  object,
  optional,
  type OptionRules,
  refuse,
  type Rule,
  typed,
  whole,
} from '@wayfield/check';
import { addBody, buildBodies, removeBody, slotOf } from '../bodies/bodies.ts';
import { aBodies } from '../rules.ts';
import type { Bodies } from '../types.ts';
import { checkPose, checkTurn } from './check-pose.ts';
import { aTable, type ShapeTable } from './shape-table.ts';
import type { OrientedBodies, OrientedBody, OrientedOptions } from './types.ts';

/** No turn. */
const UNTURNED: readonly number[] = [0, 0, 0, 1];

const entries: Rule = /* @__PURE__ */ typed(Uint16Array);
const floats: Rule = /* @__PURE__ */ typed(Float32Array);
const OPTIONS: OptionRules = { bodies: aBodies, entry: entries, angle: floats, turn: floats };
const worldRule: Rule = /* @__PURE__ */ object(
  { bodies: aBodies, shapes: aTable, entry: entries, angle: floats, turn: floats },
  'OrientedBodies',
);

/** Oriented bodies, as `buildOrientedBodies` makes them. */
export const aWorld: Rule = (value, name) => worldRule(value, name);

/** The arrays may be replaced by larger ones. */
type Growing = { -readonly [Name in keyof OrientedBodies]: OrientedBodies[Name] };

const angleRule: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ number());
const turnRule: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ listOf(/* @__PURE__ */ number()));
const bodyRule: Rule = /* @__PURE__ */ object(
  { entry: /* @__PURE__ */ optional(/* @__PURE__ */ whole()), angle: angleRule, turn: turnRule },
  'an OrientedBody',
);

/**
 * Gives bodies a shape of the table and an orientation. Throws RangeError for bodies of other
 * dimensions than the shapes, and for arrays with fewer entries than there are slots.
 *
 * @example
 * const world = buildOrientedBodies(buildShapes(2, [{ half: [2, 1] }]));
 * addOrientedBody(world, { x: 0, y: 0, angle: Math.PI / 4 });
 * console.log(createOrientedSolver(world).pairs().count); // 0
 */
export function buildOrientedBodies(
  shapes: ShapeTable,
  options: OrientedOptions = {},
): OrientedBodies {
  aTable(shapes, 'shapes');
  checkOptions('buildOrientedBodies', options, OPTIONS);
  const { dimensions } = shapes;
  const { bodies = buildBodies({ dimensions }) } = options;
  if (bodies.dimensions !== dimensions) {
    refuse('bodies.dimensions', bodies.dimensions, `${dimensions}, those of the shapes`);
  }
  const flat = dimensions === 2;
  const { capacity } = bodies;
  const long = <A extends ArrayLike<number>>(array: A, name: string, least: number): A =>
    array.length >= least ? array : refuse(`${name}.length`, array.length, `at least ${least}`);
  const world: OrientedBodies = {
    bodies,
    shapes,
    entry: options.entry ?? new Uint16Array(capacity),
    angle: options.angle ?? new Float32Array(flat ? capacity : 0),
    turn: options.turn ?? unturned(flat ? 0 : capacity),
  };
  long(world.entry, 'entry', bodies.end);
  long(world.angle, 'angle', flat ? bodies.end : 0);
  long(world.turn, 'turn', flat ? 0 : 4 * bodies.end);
  return world;
}

/**
 * Adds a body with a shape and an orientation, and returns its id. `moveBody` and `removeBody` take
 * it with `world.bodies`. Throws RangeError as `addBody`, for an entry that is not in the table,
 * and for a turn of length 0.
 *
 * @example
 * const world = buildOrientedBodies(buildShapes(3, [{ half: [2, 1, 1] }]));
 * const id = addOrientedBody(world, { x: 0, y: 0, z: 0, turn: [0, 0, 1, 0] });
 * console.log(id, world.turn.slice(0, 4).join()); // 0 0,0,1,0
 */
export function addOrientedBody(world: OrientedBodies, body: OrientedBody): number {
  aWorld(world, 'world');
  bodyRule(body, 'body');
  const { entry = 0, angle = 0, turn = UNTURNED, ...plain } = body;
  checkEntry(world, entry);
  const flat = world.bodies.dimensions === 2;
  if (flat && body.turn !== undefined) refuse('turn', turn, 'none in 2D: give an angle');
  if (!flat && body.angle !== undefined) refuse('angle', angle, 'none in 3D: give a turn');
  // as an f32, in which angles are stored
  if (!Number.isFinite(Math.fround(angle)))
    refuse('angle', angle, 'a number that is finite as f32');
  checkTurn(turn);
  const id = addBody(world.bodies, { ...plain, radius: world.shapes.reach[entry] });
  try {
    grow(world);
  } catch (error) {
    // no memory for the columns: the caller gets no id, so the body must not stay
    removeBody(world.bodies, id);
    throw error;
  }
  const slot = slotOf(world.bodies, id);
  world.entry[slot] = entry;
  if (flat) world.angle[slot] = angle;
  else world.turn.set(turn, 4 * slot);
  return id;
}

/**
 * Turns a body: to an angle in 2D, to a quaternion x, y, z, w in 3D. Throws RangeError for an id of
 * a removed body, and for an angle or a quaternion that is not finite or has length 0.
 */
export function turnBody(world: OrientedBodies, id: number, to: number | readonly number[]): void {
  aWorld(world, 'world');
  const slot = slotOf(world.bodies, id);
  checkPose(world.bodies.dimensions, to);
  if (world.bodies.dimensions === 2) world.angle[slot] = to as number;
  else world.turn.set(to as readonly number[], 4 * slot);
}

function checkEntry({ shapes }: OrientedBodies, entry: number): void {
  if (entry >= shapes.count)
    refuse('entry', entry, `below ${shapes.count}, the shapes of the table`);
}

function unturned(slots: number): Float32Array {
  const turn = new Float32Array(4 * slots);
  for (let slot = 0; slot < slots; slot++) turn[4 * slot + 3] = 1;
  return turn;
}

/** Makes room for all slots of the bodies. */
function grow(world: Growing): void {
  const { capacity, dimensions }: Bodies = world.bodies;
  if (world.entry.length < capacity) {
    const entry = new Uint16Array(capacity);
    entry.set(world.entry);
    world.entry = entry;
  }
  if (dimensions === 2 && world.angle.length < capacity) {
    const angle = new Float32Array(capacity);
    angle.set(world.angle);
    world.angle = angle;
  }
  if (dimensions === 3 && world.turn.length < 4 * capacity) {
    const turn = unturned(capacity);
    turn.set(world.turn);
    world.turn = turn;
  }
}
