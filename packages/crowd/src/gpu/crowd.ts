// A crowd on the GPU: its parts, the order of its asynchronous calls, and its public calls.
import { checkOptions } from '@wayfield/check';
import { createReadBack, guarded } from '@wayfield/gpu-core';
import { aDevice, checkBinding, type Keep, makeGuarded } from '@wayfield/gpu-core/internal';
import { createDestroyGuard } from '@wayfield/wasm';
import { DEFAULT_TRAITS, publicColumns } from '../agents/agents.ts';
import { aWorld, FARTHEST, someWalls, tickLength } from '../agents/rules.ts';
import { createControl } from '../control.ts';
import { type Engine, openEngine } from '../engine.ts';
import { KERNELS_BASE64 } from '../kernels.gen.ts';
import { checkPreferred } from '../tick.ts';
import type { Bounds, CrowdSnapshot, CrowdWorld, StepReport, Walls } from '../types.ts';
import { putWalls } from '../walls/put-walls.ts';
import { createAiming, type GpuAim } from './aim/aim.ts';
import { createHost, type Host } from './host.ts';
import { keepInsides } from './insides.ts';
import { fmaRoundsOnce } from './numbers/fused.ts';
import { anEncoder, GPU_RULES, withCapacity } from './rules.ts';
import { TALLY_WORDS } from './scene.wgsl.ts';
import {
  bytesOf,
  type CellTable,
  type CrowdBuffers,
  nearBytes,
  takeBuffers,
  tableFor,
} from './state/buffers.ts';
import { createChanges } from './state/changes.ts';
import { createReader } from './state/read.ts';
import { openTraitWords } from './state/trait-words.ts';
import { lengthFor } from './tick/kernels.ts';
import { createTicks, type SceneValues, type TickOptions, type Ticks } from './tick/ticks.ts';
import type { GpuCrowd, GpuCrowdOptions } from './types.ts';
import { mostWallBytes, NO_WALLS, wallWords } from './walls/layout.ts';

const EVERYWHERE: Bounds = { minX: -FARTHEST, minY: -FARTHEST, maxX: FARTHEST, maxY: FARTHEST };

/**
 * A crowd on the GPU: the model of `createCrowd`, in f32 with positions in two parts. From the
 * same state, a tick moves each agent to within 1e-4 m of where one thread moves it. The caller
 * owns the device. Rejects with RangeError for options out of range and buffers that exceed a
 * binding of the device, with Error if memory runs out or the device is lost. The lists of
 * neighbours are made by the first tick.
 *
 * The model is ORCA: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-body collision
 * avoidance, 2011.
 *
 * @example
 * const crowd = await createGpuCrowd(device, {}, { capacity: 1000 });
 * const id = crowd.add({ x: 0, y: 0, preferredX: 1.3 });
 * crowd.encodeStep(encoder, 1 / 60);
 * device.queue.submit([encoder.finish()]);
 * console.log(crowd.slotOf(id)); // 0
 */
export function createGpuCrowd(
  device: GPUDevice,
  world: CrowdWorld,
  options: GpuCrowdOptions,
): Promise<GpuCrowd> {
  return createGpuCrowdBy(device, world, options, {});
}

/** `createGpuCrowd` with options of its ticks, for measurements and tests. */
export async function createGpuCrowdBy(
  device: GPUDevice,
  world: CrowdWorld,
  options: GpuCrowdOptions,
  internals: TickOptions,
): Promise<GpuCrowd> {
  aDevice(device, 'device');
  aWorld(world, 'world');
  withCapacity(options, 'options');
  checkOptions('createGpuCrowd', options, GPU_RULES);
  const { capacity } = options;
  const most = lengthFor(options.defaults?.maxNeighbours ?? DEFAULT_TRAITS.maxNeighbours);
  checkBinding(device.limits, 'lists of neighbours', nearBytes(capacity, most));
  const engine = openEngine(world, options, { code: KERNELS_BASE64, shared: false, threads: 1 });
  // Checked for as many walls as there may ever be: `setWalls` changes the host before it makes the
  // buffer. It can still fail then if memory runs out.
  checkBinding(device.limits, 'walls', mostWallBytes(engine.wallCapacity));
  const table = tableFor(capacity);
  const buffers = await takeBuffers(device, capacity, table);
  const kept: { destroy(): void }[] = Object.values(buffers);
  const keep: Keep = (made) => {
    kept.push(made);
    return made;
  };
  try {
    const makings = { world, options, buffers, table, internals };
    const parts = await openParts(device, engine, makings, keep);
    if (world.walls) parts.putWalls(world.walls);
    return createFrom(parts, options);
  } catch (error) {
    for (const made of kept) made.destroy();
    throw error;
  }
}

/** What `openParts` makes a crowd from. */
interface Makings {
  readonly world: CrowdWorld;
  readonly options: GpuCrowdOptions;
  readonly buffers: CrowdBuffers;
  readonly table: CellTable;
  readonly internals: TickOptions;
}

type Parts = Awaited<ReturnType<typeof openParts>>;

/** Makes the parts of a crowd. What is given to `keep` is destroyed if a later part fails. */
async function openParts(device: GPUDevice, engine: Engine, makings: Makings, keep: Keep) {
  const { world, options, buffers, table, internals } = makings;
  const guard = createDestroyGuard('crowd');
  const traits = openTraitWords(engine);
  const host = createHost(engine, world, options, guard.check);
  const { columns } = host.agents;
  const changes = createChanges(device, buffers, columns, traits);
  host.tell(changes);
  const fused = internals.fused ?? (await fmaRoundsOnce(device));
  const { ticks, tally } = await makeGuarded(device, 'crowd', (own) => ({
    ticks: keep(own(createTicks(device, buffers, table, { ...internals, fused }))),
    tally: keep(own(createReadBack(device, 4 * TALLY_WORDS, 'crowd: tally'))),
  }));
  await ticks.compile(options.defaults?.maxNeighbours ?? DEFAULT_TRAITS.maxNeighbours);
  const reader = keep(createReader(device, buffers, columns, traits));
  const control = createControl(engine, host.agents, guard.check);
  const aiming = keep(createAiming(device, buffers, engine.capacity));
  const scene = createScene({ device, host, engine, ticks, makings });
  const own = { changes, ticks, reader, tally, control, aiming };
  return { device, engine, guard, host, buffers, ...own, ...scene };
}

/** Walls, and the words of the uniform that depend on agents, walls and options. */
function createScene(of: {
  readonly device: GPUDevice;
  readonly host: Host;
  readonly engine: Engine;
  readonly ticks: Ticks;
  readonly makings: Makings;
}) {
  const { host, engine, ticks } = of;
  const { world, options, table } = of.makings;
  const { fround } = Math;
  const { minX, minY, maxX, maxY } = world.bounds ?? EVERYWHERE;
  let walls = NO_WALLS;
  let origin: { readonly x: number; readonly y: number } | undefined;
  return {
    putWalls(given: Walls) {
      putWalls(engine, given);
      const { words, grid } = wallWords(engine, given.count);
      ticks.setWalls(words);
      walls = grid;
    },
    scene(): SceneValues {
      const { agents } = host;
      // Cells are counted from where slot 0 was at the first tick with agents. Any origin near the
      // crowd would do. The origin must not change, because a tick plans its cells by the density
      // in the cells of the tick before.
      if (!origin && agents.end > 0) {
        origin = { x: fround(agents.positionX[0]), y: fround(agents.positionY[0]) };
      }
      return {
        end: agents.end,
        capacity: agents.capacity,
        nought: 0,
        seed: options.seed ?? 1,
        cells: table.cells,
        stride: table.stride,
        usualNeighbours: options.defaults?.maxNeighbours ?? DEFAULT_TRAITS.maxNeighbours,
        headway: options.headway ?? 0,
        originX: origin?.x ?? 0,
        originY: origin?.y ?? 0,
        largestReach: host.reach,
        minX,
        minY,
        minXLow: minX - fround(minX),
        minYLow: minY - fround(minY),
        maxX,
        maxY,
        maxXLow: maxX - fround(maxX),
        maxYLow: maxY - fround(maxY),
        ...walls,
      };
    },
  };
}

/** Records ticks, and writes what the host changed to the device before. */
function createRecorder(parts: Parts, options: GpuCrowdOptions) {
  const { device, guard, host, changes, ticks, control, buffers } = parts;
  const { columns } = host.agents;
  const { capacity } = host.agents;
  let aimed = false;
  /** Ticks recorded since the last read began. This read brings the agents before these ticks. */
  let unread = 0;
  /** How often `restore` and `reset` gave all agents another state. */
  let replaced = 0;

  /**
   * Writes what the host changed to the device. First `hold` copies what a read under way has yet
   * to bring.
   */
  function bringUp(): void {
    parts.reader.hold();
    changes.flush();
    const led = parts.aiming.flush();
    if (led) ticks.lead(led);
    ticks.setScene(parts.scene());
  }

  /** Whether preferred velocities come from the columns. */
  const fromColumns = (): boolean => options.preferred !== 'resident' && !aimed;

  function encodeStep(encoder: GPUCommandEncoder, dt: number): void {
    guard.check();
    anEncoder(encoder, 'encoder');
    tickLength(dt, 'dt');
    const uploads = fromColumns();
    const { end } = host.agents;
    if (uploads) checkPreferred(parts.engine.kernels, columns, end);
    bringUp();
    ticks.reach(host.most);
    if (uploads) {
      const { preferredX, preferredY } = columns;
      device.queue.writeBuffer(buffers.preferred, 0, preferredX.slice(0, end));
      device.queue.writeBuffer(buffers.preferred, 4 * capacity, preferredY.slice(0, end));
    }
    ticks.encode(encoder, dt, host.agents.end);
    control.tick++;
    unread++;
  }

  return {
    bringUp,
    encodeStep,
    fromColumns,
    /** The tick of the agents that the last read has brought. */
    get tickRead() {
      return control.tick - unread;
    },
    get replaced() {
      return replaced;
    },
    /** To be called when a read begins. */
    renew() {
      unread = 0;
    },
    /** To be called after `restore` and `reset`. */
    replace() {
      unread = 0;
      replaced++;
    },
    aim(aim: GpuAim | undefined) {
      guard.check();
      ticks.lead(parts.aiming.take(aim, host.agents.end));
      aimed = aim !== undefined;
      const { lead } = parts.aiming;
      control.follow(lead && { update() {}, restore: lead.restore });
    },
  };
}

/**
 * Calls `bringUp`. The promise rejects if memory ran out or the device is lost. The caller may
 * await the promise later: until then a rejection is not reported as unhandled.
 */
function broughtUp({ device, aiming }: Parts, bringUp: () => void): Promise<void> {
  const brought = guarded(device, 'crowd: read', bringUp).catch((error: unknown) => {
    aiming.renew();
    throw error;
  });
  brought.catch(() => {});
  return brought;
}

/** A snapshot, with the state of paths that agents follow. */
async function snapshotOf(
  { control, guard, aiming }: Parts,
  recorder: ReturnType<typeof createRecorder>,
  read: () => Promise<void>,
): Promise<CrowdSnapshot> {
  const { lead } = aiming;
  if (!lead) {
    await read();
    return { ...control.snapshot(), tick: recorder.tickRead };
  }
  return lead.alone(async () => {
    for (;;) {
      guard.check();
      const { replaced } = recorder;
      // `read` writes changes of the host to the device and submits the copy of the first agents.
      // `snapshot` submits the copy of the paths. No tick comes between. `hold` keeps the agents
      // that the read brings later.
      const reading = read();
      const pathBytes = lead.snapshot();
      // if one fails, the other still ends before the next call begins
      await Promise.allSettled([reading, pathBytes]);
      await reading;
      const guide = await pathBytes;
      // `restore` during the read replaced the agents, and the paths that they follow
      if (replaced !== recorder.replaced) continue;
      return { ...control.snapshot(), tick: recorder.tickRead, guide };
    }
  });
}

/** A function that runs `work` when all its earlier work has ended, also if that failed. */
function createLine() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Submits ticks and brings answers back, one call after the other. */
function createTurns(parts: Parts, recorder: ReturnType<typeof createRecorder>) {
  const { device, guard, host, changes, ticks, reader, tally, control, buffers } = parts;
  const { capacity } = host.agents;
  /** Reads under way: at most one, because calls take turns. */
  let reads = 0;
  /** Slots that the host changed during the read: the host's values are newer than those read. */
  const changed = new Set<number>();
  const inTurn = createLine();
  const report: { -readonly [Name in keyof StepReport]: StepReport[Name] } = {
    ...control.report(),
  };

  async function stepNow(dt: number): Promise<StepReport> {
    const { tick } = control;
    let isSubmitted = false;
    try {
      await guarded(device, 'crowd: step', () => {
        const encoder = device.createCommandEncoder({ label: 'crowd: step' });
        recorder.encodeStep(encoder, dt);
        tally.encode(encoder, buffers.rank, 4 * capacity, 0, 4 * TALLY_WORDS);
        device.queue.submit([encoder.finish()]);
        isSubmitted = true;
      });
    } catch (error) {
      if (isSubmitted) ticks.renew();
      parts.aiming.renew();
      throw error;
    }
    const words = new Uint32Array(TALLY_WORDS);
    await tally.read({ at: 0, into: words });
    const [, infeasible, squeezed, clipped, deepest, idle, settled] = words;
    const deepestOverlap = new Float32Array(Uint32Array.of(deepest).buffer)[0];
    const { count: agents } = host.agents;
    const sums = { infeasible, squeezed, clipped, deepestOverlap, idle, settled };
    return Object.assign(report, { tick: tick + 1, agents }, sums);
  }

  async function readNow(): Promise<void> {
    guard.check();
    const brought = broughtUp(parts, recorder.bringUp);
    recorder.renew();
    if (reads++ === 0) changed.clear();
    try {
      await reader.read(host.agents.end, {
        ofSlot: (slot) => changed.has(slot) || changes.of(slot) !== 0,
        preferred: recorder.fromColumns,
      });
    } finally {
      reads--;
    }
    await brought;
  }

  return {
    async step(dt: number) {
      guard.check();
      tickLength(dt, 'dt');
      return inTurn(() => stepNow(dt));
    },
    async snapshot() {
      guard.check();
      return inTurn(() => snapshotOf(parts, recorder, readNow));
    },
    /** Brings the agents, then calls `use` before the next read begins. */
    async read<T>(use: () => T) {
      guard.check();
      return inTurn(async () => {
        await readNow();
        return use();
      });
    },
    /** Notes that the host changed a slot. */
    touch(slot: number) {
      if (reads > 0) changed.add(slot);
    },
  };
}

function createFrom(parts: Parts, options: GpuCrowdOptions): GpuCrowd {
  const { device, guard, host, ticks, reader, tally, control, buffers } = parts;
  const { agents } = host;
  const { position, motion, preferred, rest } = buffers;
  const recorder = createRecorder(parts, options);
  const turns = createTurns(parts, recorder);
  host.touched(turns.touch);
  const { capacity, has, slotOf, idOf, traitsOf } = agents;
  const { check } = parts.guard;
  const { bringUp } = recorder;
  const wallsNow = (): GPUBuffer => parts.ticks.walls;
  const insides = { buffers, walls: wallsNow, check, bringUp, touched: host.touched };

  const crowd: GpuCrowd = {
    backend: 'gpu',
    device,
    resident: {
      position,
      motion,
      preferred,
      rest,
      tally: { buffer: buffers.rank, offset: 4 * agents.capacity },
    },
    capacity,
    ...publicColumns(agents.columns),
    get count() {
      return agents.count;
    },
    get end() {
      return agents.end;
    },
    get tick() {
      return control.tick;
    },
    get memoryBytes() {
      const own = bytesOf(Object.values(buffers)) + tally.memoryBytes;
      return own + ticks.memoryBytes + reader.memoryBytes + parts.aiming.memoryBytes;
    },
    has,
    slotOf,
    idOf,
    traitsOf,
    ...host.shown,
    setWalls(walls) {
      guard.check();
      someWalls(walls, 'walls');
      parts.putWalls(walls);
    },
    aim: recorder.aim,
    encodeStep: recorder.encodeStep,
    step: turns.step,
    read: () => turns.read(() => {}),
    snapshot: turns.snapshot,
    hash: () => turns.read(() => control.hashAt(recorder.tickRead)),
    restore(snapshot) {
      const { end } = agents;
      control.restore(snapshot);
      recorder.replace();
      host.takeAll(Math.max(end, agents.end));
    },
    reset() {
      const { end } = agents;
      control.reset();
      recorder.replace();
      host.takeAll(end);
    },
    destroy() {
      if (!guard.end()) return;
      for (const made of [...Object.values(buffers), ticks, reader, tally, parts.aiming])
        made.destroy();
      parts.engine.host.blocks.freeAll();
    },
  };
  return keepInsides(crowd, insides);
}
