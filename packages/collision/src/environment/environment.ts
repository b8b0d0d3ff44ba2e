import { checkOptions } from '@wayfield/check';
import { addBody, buildBodies } from '../bodies/bodies.ts';
import { CIRCLE } from '../constants.ts';
import { ENVIRONMENT_RULES } from '../rules.ts';
import { createCollisionSolver } from '../solvers/wasm-solver.ts';
import type { Bodies, Body } from '../types.ts';
import { openEnvironment } from './open.ts';
import type { BodyCopy, Environment, EnvironmentOptions } from './types.ts';

/**
 * The asynchronous environment of Kayser, Entwicklung und Integration einer GPU-Unterstützung für
 * MARS (2018), section 6.1, for any solver. With the reference solver it is what tests compare
 * with.
 *
 * @example
 * const environment = createEnvironment();
 * const id = environment.add({ x: 0, y: 0, radius: 1 });
 * environment.add({ x: 2.5, y: 0, radius: 1 });
 * await environment.commit();
 * environment.move(id, 1, 0);
 * const { contacts } = await environment.commit();
 * console.log(contacts.slots.join()); // 1,0
 */
export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  checkOptions('createEnvironment', options, ENVIRONMENT_RULES);
  const { dimensions = 2, capacity = 1024, shared = false } = options;
  const { solver: makeSolver = createCollisionSolver } = options;
  const bodies = buildBodies({ dimensions, capacity, shared });
  const { queueTurn: _, ...environment } = openEnvironment<Body, BodyCopy>({
    bodies,
    making: makeSolver(bodies),
    add: (body) => addBody(bodies, body),
    copy: (slot) => copyOf(bodies, slot),
  });
  return environment;
}

function copyOf(bodies: Bodies, slot: number): BodyCopy {
  const { x, y, z, radius, extentX, extentY, extentZ, shape, kind, group, mask, fixed } = bodies;
  return {
    x: x[slot],
    y: y[slot],
    z: z?.[slot] ?? 0,
    radius: radius[slot],
    extentX: extentX?.[slot] ?? 0,
    extentY: extentY?.[slot] ?? 0,
    extentZ: extentZ?.[slot] ?? 0,
    shape: shape?.[slot] ?? CIRCLE,
    kind: kind[slot],
    group: group?.[slot] ?? 1,
    mask: mask?.[slot] ?? 0xffffffff,
    fixed: fixed?.[slot] === 1,
  };
}
