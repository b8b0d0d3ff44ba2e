import { callback, checkOptions, optional, type Rule } from '@wayfield/check';
import {
  addBody,
  buildBodies,
  checkPosition,
  checkSize,
  hasBody,
  moveBody,
  removeBody,
  restBodies,
  slotOf,
} from '../bodies.ts';
import { CIRCLE, NONE, RAY, SWEPT } from '../constants.ts';
import { anArea, ENVIRONMENT_RULES } from '../rules.ts';
import type { ExploreQueries, Lists } from '../types.ts';
import { createCollisionSolver } from '../wasm-solver.ts';
import { createContactRows } from './contact-rows.ts';
import { createGrowing } from './growing.ts';
import type { Answer, Area, Environment, EnvironmentOptions, Tick } from './types.ts';

const SLOTS = 2 ** 32;
const mayCallback: Rule = /* @__PURE__ */ optional(callback);
/** The columns of an explore, in the order of `ExploreQueries`. */
const AREA = ['x', 'y', 'z', 'radius', 'extentX', 'extentY', 'extentZ'] as const;

/** Requests of one tick. */
function createQueue() {
  return {
    removed: createGrowing(Float64Array),
    moved: createGrowing(Float64Array),
    to: AREA.slice(0, 3).map(() => createGrowing(Float64Array)),
    area: AREA.map(() => createGrowing(Float32Array)),
    shape: createGrowing(Uint8Array),
    mask: createGrowing(Uint32Array),
    /** The ids of those who look, −1 for nobody: their slots, if they live, are found at the commit. */
    looker: createGrowing(Float64Array),
    self: createGrowing(Uint32Array),
    bodyAnswers: [] as { id: number; done: Answer }[],
    areaAnswers: [] as { ticket: number; done: Answer }[],
  };
}
type Queue = ReturnType<typeof createQueue>;

function clearQueue(queue: Queue): void {
  const { removed, moved, to, area, shape, mask, looker, self } = queue;
  for (const column of [removed, moved, ...to, ...area, shape, mask, looker, self]) column.clear();
  queue.bodyAnswers.length = 0;
  queue.areaAnswers.length = 0;
}

/**
 * The asynchronous environment of Kayser, Entwicklung und Integration einer GPU-Unterstützung für MARS
 * (2018), section 6.1, for any solver: with the reference it is the oracle.
 */
export function createEnvironment(options: EnvironmentOptions = {}): Environment {
  checkOptions('createEnvironment', options, ENVIRONMENT_RULES);
  const { dimensions = 2, capacity = 1024, solver: makeSolver = createCollisionSolver } = options;
  const bodies = buildBodies({ dimensions, capacity });
  const making = makeSolver(bodies);
  let solver = making instanceof Promise ? undefined : making;
  const ready = Promise.resolve(making).then((made) => void (solver = made));
  ready.catch(() => undefined); // told by `ready` itself and by the first commit
  const rows = createContactRows();
  // one is filled while the other is carried out
  let filling = createQueue();
  let spare = createQueue();
  /** By slot: which of the moves of the tick is its last. */
  let latest = new Uint32Array(0);
  let number = 0;
  let running: Promise<unknown> | undefined;

  /** The bodies are then as they will be until the next commit. */
  function carryOut({ removed, moved, to }: Queue): void {
    restBodies(bodies);
    for (const id of removed.view()) if (hasBody(bodies, id)) removeBody(bodies, id);
    const ids = moved.view();
    const [x, y, z] = to.map((column) => column.view());
    // of several moves the last holds: a swept circle comes from where it was before the first
    const swept = bodies.shape !== undefined;
    if (swept && latest.length < bodies.end) latest = new Uint32Array(bodies.capacity);
    if (swept) for (let i = 0; i < ids.length; i++) latest[ids[i] % SLOTS] = i;
    for (let i = 0; i < ids.length; i++) {
      if (swept && latest[ids[i] % SLOTS] !== i) continue;
      if (hasBody(bodies, ids[i])) moveBody(bodies, ids[i], x[i], y[i], z[i]);
    }
  }

  function queriesOf({ area, shape, mask, looker, self }: Queue): ExploreQueries {
    for (const id of looker.view()) {
      self.push(id >= 0 && hasBody(bodies, id) ? slotOf(bodies, id) : NONE);
    }
    const [x, y, z, radius, extentX, extentY, extentZ] = area.map((column) => column.view());
    const { length: count } = looker;
    const shared = { count, x, y, radius, extentX, extentY };
    const rest = { shape: shape.view(), mask: mask.view(), self: self.view() };
    return dimensions === 3 ? { ...shared, ...rest, z, extentZ } : { ...shared, ...rest };
  }

  const row = ({ first, slots }: Lists, i: number): Uint32Array =>
    slots.subarray(first[i], first[i + 1]);

  async function run(queue: Queue): Promise<Tick> {
    if (!solver) await ready;
    const finder = solver!;
    carryOut(queue);
    const queries = queriesOf(queue);
    // no await before the update: bodies added from here on belong to the next tick
    const { end } = bodies;
    const alive = queue.bodyAnswers.map(({ id }) => hasBody(bodies, id));
    await finder.update();
    const contacts = rows.of(await finder.pairs({ canonical: true }), end);
    const found = await finder.explore(queries, { canonical: true });
    number++;
    queue.bodyAnswers.forEach(({ id, done }, i) => {
      done(alive[i] ? row(contacts, id % SLOTS) : new Uint32Array(0));
    });
    for (const { ticket, done } of queue.areaAnswers) done(row(found, ticket));
    return { number, contacts, found };
  }

  return {
    bodies,
    ready,
    add(body, done) {
      mayCallback(done, 'done');
      const id = addBody(bodies, body);
      if (done) filling.bodyAnswers.push({ id, done });
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
      filling.moved.push(id);
      [x, y, z ?? bodies.z?.[slot] ?? 0].forEach((value, axis) => filling.to[axis].push(value));
      if (done) filling.bodyAnswers.push({ id, done });
    },
    explore(area, done) {
      anArea(area, 'area');
      checkArea(area, dimensions);
      mayCallback(done, 'done');
      if (area.self !== undefined) slotOf(bodies, area.self);
      AREA.forEach((name, i) => filling.area[i].push(area[name] ?? 0));
      filling.shape.push(area.shape ?? CIRCLE);
      filling.mask.push(area.mask ?? 0xffffffff);
      filling.looker.push(area.self ?? -1);
      const ticket = filling.looker.length - 1;
      if (done) filling.areaAnswers.push({ ticket, done });
      return ticket;
    },
    remove(id) {
      slotOf(bodies, id);
      filling.removed.push(id);
    },
    has: (id) => hasBody(bodies, id),
    get(id) {
      const slot = slotOf(bodies, id);
      const { x, y, z, radius, extentX, extentY, extentZ, shape, kind, group, mask } = bodies;
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
        fixed: bodies.fixed?.[slot] === 1,
      };
    },
    async commit() {
      if (running) throw new Error('a commit is running: await it before the next');
      const queue = filling;
      filling = spare;
      spare = queue;
      const tick = run(queue);
      running = tick;
      try {
        return await tick;
      } finally {
        clearQueue(queue);
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
    if (value !== undefined) checkPosition(value, name);
  }
  if (dimensions === 2 && ((area.z ?? 0) !== 0 || (area.extentZ ?? 0) !== 0)) {
    throw new RangeError('areas in 2 dimensions have no z and no extentZ');
  }
}
