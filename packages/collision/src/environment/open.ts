import { callback, optional, type Rule } from '@wayfield/check';
import { hasBody, slotOf } from '../bodies/bodies.ts';
import { checkExtent, checkPosition, checkSize } from '../bodies/check-bodies.ts';
import { CIRCLE, RAY, SWEPT } from '../constants.ts';
import { anArea } from '../rules.ts';
import type { Bodies } from '../types.ts';
import { createCommitter, type TickSolver } from './commit.ts';
import { AREA, createRequests, type Turn } from './requests.ts';
import type { Answer, Area, Environment } from './types.ts';

const mayCallback: Rule = /* @__PURE__ */ optional(callback);

/** What differs between environments of plain and of oriented bodies. */
export interface EnvironmentParts<Added, Copied> {
  readonly bodies: Bodies;
  readonly making: TickSolver | Promise<TickSolver>;
  /** Adds a body, and returns its id. */
  add(body: Added): number;
  /** The copy of the body of a slot that `get` returns. */
  copy(slot: number): Copied;
  /** Carries out a turn in a commit. */
  readonly turn?: (turn: Turn) => void;
}

/** An environment without its own methods of adding and reading a body. */
type Common = Omit<Environment, 'add' | 'get'>;

export interface OpenEnvironment<Added, Copied> extends Common {
  add(body: Added, done?: Answer): number;
  get(id: number): Copied;
  /** Queues a turn. The caller has checked id and pose, and gives away a quaternion. */
  queueTurn(id: number, to: Turn['to']): void;
}

export function openEnvironment<Added, Copied>(
  parts: EnvironmentParts<Added, Copied>,
): OpenEnvironment<Added, Copied> {
  const { bodies, making } = parts;
  const { dimensions } = bodies;
  let solver = making instanceof Promise ? undefined : making;
  const ready = Promise.resolve(making).then((made) => void (solver = made));
  // `ready` and the first commit report the error
  ready.catch(() => undefined);
  const committer = createCommitter(bodies, parts.turn);
  // two sets of requests: one is filled while the other is carried out
  let filling = createRequests();
  let spare = createRequests();
  let running: Promise<unknown> | undefined;
  /** Bodies added since `commit`, while the commit waits for the solver. */
  let late: number[] | undefined;

  return {
    bodies,
    ready,
    add(body, done) {
      mayCallback(done, 'done');
      const id = parts.add(body);
      late?.push(id);
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
    queueTurn: (id, to) => filling.turn(id, to),
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
    get: (id) => parts.copy(slotOf(bodies, id)),
    async commit() {
      if (running) throw new Error('a commit is running: await it before the next');
      const requests = filling;
      filling = spare;
      spare = requests;
      const carryOut = async () => {
        const added: number[] = (late = []);
        if (!solver) await ready;
        late = undefined;
        return committer.run(requests, solver!, added);
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
