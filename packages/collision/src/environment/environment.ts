import { callback, checkOptions, optional, type Rule } from '@wayfield/check';
import { addBody, buildBodies, hasBody, slotOf } from '../bodies/bodies.ts';
import { checkExtent, checkPosition, checkSize } from '../bodies/check-bodies.ts';
import { CIRCLE, RAY, SWEPT } from '../constants.ts';
import { anArea, ENVIRONMENT_RULES } from '../rules.ts';
import { createCollisionSolver } from '../solvers/wasm-solver.ts';
import type { Bodies } from '../types.ts';
import { createCommitter } from './commit.ts';
import { AREA, createRequests } from './requests.ts';
import type { Area, BodyCopy, Environment, EnvironmentOptions } from './types.ts';

const mayCallback: Rule = /* @__PURE__ */ optional(callback);

/**
 * The asynchronous environment of Kayser, Entwicklung und Integration einer GPU-Unterstützung für
 * MARS (2018), section 6.1, for any solver. With the reference solver it is what tests compare
 * with.
 *
 * @example
 * const environment = createEnvironment();
 * const id = environment.add({ x: 0, y: 0, radius: 1 });
 * environment.move(id, 1, 0);
 * const { contacts } = await environment.commit();
 */
export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  checkOptions('createEnvironment', options, ENVIRONMENT_RULES);
  const { dimensions = 2, capacity = 1024, solver: makeSolver = createCollisionSolver } = options;
  const bodies = buildBodies({ dimensions, capacity });
  const making = makeSolver(bodies);
  let solver = making instanceof Promise ? undefined : making;
  const ready = Promise.resolve(making).then((made) => void (solver = made));
  // an error is told by `ready` and by the first commit
  ready.catch(() => undefined);
  const committer = createCommitter(bodies);
  // one is filled while the other is carried out
  let filling = createRequests();
  let spare = createRequests();
  let running: Promise<unknown> | undefined;

  return {
    bodies,
    ready,
    add(body, done) {
      mayCallback(done, 'done');
      const id = addBody(bodies, body);
      filling.answerBody(id, done);
      return id;
    },
    move(id, x, y, z, done) {
      const slot = slotOf(bodies, id);
      checkPosition(x, 'x');
      checkPosition(y, 'y');
      if (z !== undefined) checkPosition(z, 'z');
      mayCallback(done, 'done');
      if (z !== undefined && z !== 0 && dimensions === 2) {
        throw new RangeError(`z is ${z}: the bodies are in 2 dimensions`);
      }
      filling.move(id, [x, y, z ?? bodies.z?.[slot] ?? 0]);
      filling.answerBody(id, done);
    },
    explore(area, done) {
      anArea(area, 'area');
      checkArea(area, dimensions);
      mayCallback(done, 'done');
      if (area.self !== undefined) slotOf(bodies, area.self);
      return filling.explore(area, done);
    },
    remove(id) {
      slotOf(bodies, id);
      filling.remove(id);
    },
    has: (id) => hasBody(bodies, id),
    get: (id) => copyOf(bodies, slotOf(bodies, id)),
    async commit() {
      if (running) throw new Error('a commit is running: await it before the next');
      const requests = filling;
      filling = spare;
      spare = requests;
      const carryOut = async () => {
        if (!solver) await ready;
        return committer.run(requests, solver!);
      };
      const tick = carryOut();
      running = tick;
      try {
        return await tick;
      } finally {
        requests.clear();
        running = undefined;
      }
    },
    async destroy() {
      await running?.catch(() => undefined);
      await ready.catch(() => undefined);
      await solver?.destroy();
    },
  };
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

function checkArea(area: Area, dimensions: 2 | 3): void {
  const { shape = CIRCLE, radius = 0 } = area;
  if (!(Number.isInteger(shape) && shape >= CIRCLE && shape <= RAY && shape !== SWEPT)) {
    throw new RangeError(`shape is ${shape}, expected CIRCLE, BOX, CAPSULE or RAY`);
  }
  checkSize(radius, 'radius');
  for (const name of AREA) {
    const value = area[name];
    if (value === undefined) continue;
    if (name.startsWith('extent')) checkExtent(shape, value, name);
    else checkPosition(value, name);
  }
  if (dimensions === 2 && ((area.z ?? 0) !== 0 || (area.extentZ ?? 0) !== 0)) {
    throw new RangeError('areas in 2 dimensions have no z and no extentZ');
  }
}
