import {
  callback,
  checkOptions,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  type OptionRules,
  rule,
  type Rule,
  whole,
} from '@wayfield/check';
import { compileKernels, guarded, readBuffer } from '@wayfield/gpu';
import { checkBodies } from '../bodies.ts';
import { mostOf, checkExploreQueries, checkNeighbourOptions } from '../check-queries.ts';
import {
  aBodies,
  checkContactsOptions,
  checkExploreOptions,
  checkPairsOptions,
  NEIGHBOUR_RADIUS,
  SOLVER_RULES,
} from '../rules.ts';
import { snapshotBodies } from '../snapshot.ts';
import type {
  Bodies,
  Contacts,
  ContactsOptions,
  Lists,
  NeighbourOptions,
  Pairs,
  PairsOptions,
} from '../types.ts';
import { createAnswers, guessFrom } from './answers.ts';
import { BODY_ARRAYS, type BodyArray, bodyBuffer, bodyLayout } from './body-buffer.ts';
import { createCanonical } from './canonical.ts';
import { createContactChanges } from './contacts.ts';
import { createGpuGrid } from './grid.ts';
import { levelsOf, PLAN_HEAD, PLAN_WORDS } from './grid.wgsl.ts';
import { createListFinder, hasShapes } from './lists.ts';
import { createListReader } from './read-lists.ts';
import { createNearestFinder } from './nearest.ts';
import { createPairFinder } from './pairs.ts';
import { createQueryUpload, queriesHaveShapes } from './queries.ts';
import { maskedBits, noteGrid, type Scene } from './scene.ts';
import { createStepCache } from './step-cache.ts';
import type { GpuCollisionSolver, GpuSolverOptions } from './types.ts';
import { createUploader } from './upload.ts';

const MODES = ['single', 'multi', 'auto'] as const;

const GPU_RULES: OptionRules = { ...SOLVER_RULES, tuning: /* @__PURE__ */ object() };
const some: Rule = /* @__PURE__ */ whole(1);
const TUNING_RULES: OptionRules = {
  workgroupSize: /* @__PURE__ */ oneOf(32, 64, 128, 256),
  gather: some,
  long: some,
  many: some,
  heavyRuns: some,
  direct: /* @__PURE__ */ whole(),
  keysPerBody: some,
  hostChecks: /* @__PURE__ */ whole(),
};
const aDevice: Rule = /* @__PURE__ */ object({ createBuffer: callback }, 'a GPUDevice');
const aTarget: Rule = /* @__PURE__ */ rule<object>(
  'a GPUCommandEncoder or a GPUComputePassEncoder',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ('beginComputePass' in value || 'dispatchWorkgroups' in value),
);
const someArrays: Rule = /* @__PURE__ */ optional(
  /* @__PURE__ */ listOf(/* @__PURE__ */ oneOf(...BODY_ARRAYS)),
);
const entryCount: Rule = /* @__PURE__ */ whole(0, 2 ** 32 - 1);
const COMPILE_RULES: OptionRules = { bounds: flag };
const ENCODE_RULES: OptionRules = { capacity: entryCount, bounds: flag, fixed: flag };
const ENCODE_NEAR_RULES: OptionRules = { capacity: entryCount, radius: NEIGHBOUR_RADIUS };
const withCapacity: Rule = /* @__PURE__ */ object({ capacity: entryCount });
const withRadius: Rule = /* @__PURE__ */ object({ capacity: entryCount, radius: NEIGHBOUR_RADIUS });

/**
 * Collisions of `bodies` on the GPU, as they are now and after each `update`. The caller owns the device.
 *
 * @throws RangeError for bodies out of range, and where they do not fit in one binding of the device.
 */
export async function createGpuCollisionSolver(
  device: GPUDevice,
  bodies: Bodies,
  solverOptions: GpuSolverOptions = {},
): Promise<GpuCollisionSolver> {
  aDevice(device, 'device');
  aBodies(bodies, 'bodies');
  checkOptions('createGpuCollisionSolver', solverOptions, GPU_RULES);
  const { grid: mode = 'auto', tuning = {} } = solverOptions;
  checkOptions('tuning', tuning, TUNING_RULES);
  const { keysPerBody = 4 } = tuning;
  if (bodies.end > 0) checkBodies(bodies);
  const { dimensions } = bodies;
  const makeStep = createStepCache(device);
  const layout = bodyLayout(bodies);
  const scene = await guarded<Scene>(device, 'collision solver', () => ({
    device,
    dimensions,
    makeStep,
    layout,
    body: bodyBuffer(device, 'collision bodies', layout),
    grid: createGpuGrid(device, makeStep, layout.capacity, dimensions, keysPerBody),
    end: 0,
    unmasked: true,
    mode: MODES.indexOf(mode),
    built: undefined,
    kind: 'none',
  }));
  const answers = createAnswers(device);
  const uploader = createUploader(scene, tuning);
  const finder = createPairFinder(scene, tuning);
  const order = createCanonical(scene);
  const neighbourLists = createListFinder(scene, 'neighbours', tuning);
  const exploreLists = createListFinder(scene, 'explore', tuning);
  const sightingLists = createListFinder(scene, 'sightings', tuning);
  const nearest = createNearestFinder(scene);
  const changes = createContactChanges(scene);
  const queryUpload = createQueryUpload(device);
  const lists = createListReader(scene, answers, order);
  const own = [
    answers,
    uploader,
    finder,
    order,
    neighbourLists,
    exploreLists,
    sightingLists,
    nearest,
    changes,
    queryUpload,
  ];

  let pairRoom = 0;
  let lastPairs = 0;
  let pending = 0;
  let tail: Promise<unknown> = Promise.resolve();
  let destroyed = false;

  /** One call at a time; at once where none is under way. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (destroyed) return Promise.reject(new Error('this collision solver was destroyed'));
    const started = pending++ === 0 ? work() : tail.then(work);
    const settled = started.finally(() => pending--);
    tail = settled.catch(() => {});
    return settled;
  }

  /** A question about the bodies of the last update, asked again where these turn out to be wrong. */
  function inTurnAsked<T>(ask: () => Promise<T>): Promise<T> {
    return inTurn(async () => {
      const { open } = uploader;
      if (!open) return ask();
      const answer = ask();
      // nobody has looked at the answer yet, should it fail
      answer.catch(() => {});
      return (await open) ? answer : answer.then(ask, ask);
    });
  }

  /** Pairs into `finder.pairs`, all of them or as many as `most`; `slots` if `read`. */
  async function searchPairs(
    bounds: boolean,
    canonical: boolean,
    most: number,
    read: boolean,
    moving: boolean,
  ): Promise<Pairs> {
    pairRoom = Math.max(pairRoom, 2 * scene.end, 1024);
    for (;;) {
      const room = Math.min(most, pairRoom);
      const guess = read ? guessFrom(lastPairs, room) : 0;
      const found = await answers.run('collision pairs', (encoder) => {
        finder.encode(encoder, room, bounds, moving);
        if (canonical) order.encode(encoder, finder.pairs, finder.counters, room, scene.end);
        return [
          { source: finder.counters, words: 4 },
          { source: scene.grid.plan, words: finder.direct ? 0 : PLAN_HEAD },
          { source: finder.pairs, words: 2 * guess, used: ([[all]]) => 2 * all },
        ];
      });
      const [counters, planHead] = found;
      let [, , slots] = found;
      if (!finder.direct) noteGrid(scene, planHead);
      const total = counters[0] + counters[2] * 2 ** 32;
      if (total > room && room < most) {
        pairRoom = Math.ceil(total * 1.25);
        continue;
      }
      const count = Math.min(total, room);
      if (read && count > guess) {
        [slots] = await answers.run('collision pairs', () => [
          { source: finder.pairs, words: 2 * count },
        ]);
      }
      lastPairs = count;
      return { count, total, overflow: total > count, slots: slots.subarray(0, 2 * count) };
    }
  }

  async function pairsOf(options: PairsOptions, bounds: boolean): Promise<Pairs> {
    const most = mostOf(options);
    const { of = 'contacts', canonical = false, fixed = true } = options;
    if (of === 'contacts') {
      return inTurnAsked(() => searchPairs(bounds, canonical, most, true, !fixed));
    }
    return inTurnAsked(() => {
      const withShapes = hasShapes(scene);
      const masked = maskedBits(scene, !fixed);
      const request = { rows: scene.end, withShapes, masked, bounds };
      return lists.pairs(sightingLists, request, canonical, most);
    });
  }

  async function findNeighbours(options: NeighbourOptions): Promise<Lists> {
    checkNeighbourOptions(options);
    const most = mostOf(options);
    const { k, radius, canonical = false } = options;
    if (k !== undefined) return inTurnAsked(() => lists.nearest(nearest, k, radius, most));
    return inTurnAsked(() => {
      const request = {
        rows: scene.end,
        radius: radius!,
        withShapes: false,
        masked: maskedBits(scene, false),
      };
      return lists.lists(neighbourLists, request, canonical, most);
    });
  }

  async function findContacts({ fixed = true }: ContactsOptions): Promise<Contacts> {
    // what is accepted below must be true
    await uploader.open;
    const { count } = await searchPairs(false, true, Infinity, false, !fixed);
    const [sizes, changed, gone] = await answers.run('collision contacts', (encoder) => {
      changes.encode(encoder, finder.pairs, count, uploader.generation);
      return [
        { source: changes.sizes, words: 4 },
        { source: changes.changed, words: 2 * count },
        { source: changes.ended, words: 2 * changes.before },
      ];
    });
    changes.accept();
    return {
      began: changed.slice(0, 2 * sizes[2]),
      stayed: changed.slice(2 * sizes[2], 2 * count),
      ended: gone.slice(0, 2 * sizes[3]),
    };
  }

  const solver: GpuCollisionSolver = {
    backend: 'gpu',
    device,
    bodies,
    get grid() {
      return scene.kind;
    },
    get memoryBytes() {
      let bytes = scene.body.size + scene.grid.memoryBytes;
      for (const { memoryBytes } of own) bytes += memoryBytes;
      return bytes;
    },
    get resident() {
      const { first } = scene.layout;
      const offset: Partial<Record<BodyArray, number>> = {};
      for (const [name, word] of Object.entries(first)) {
        if (word !== 0xffffffff) offset[name as BodyArray] = word * 4;
      }
      return { buffer: scene.body, offset };
    },
    async update(changed) {
      someArrays(changed, 'changed');
      let taken = bodies;
      if (pending === 0) answers.release();
      if (pending > 0 || uploader.open) {
        // others are still at work with the bodies on the GPU: a copy waits for its turn
        taken = { ...snapshotBodies(bodies), capacity: bodies.capacity };
      }
      const { verdict } = await inTurn(() => uploader.take(taken, changed));
      return verdict;
    },
    async pairs(request = {}) {
      checkPairsOptions('pairs', request);
      return pairsOf(request, false);
    },
    async candidates(request = {}) {
      checkPairsOptions('candidates', request);
      return pairsOf(request, true);
    },
    neighbours: findNeighbours,
    async explore(queries, request = {}) {
      checkExploreQueries(queries, dimensions);
      checkExploreOptions(request);
      const most = mostOf(request);
      const { canonical = false } = request;
      const copy = pending === 0 ? queries : structuredClone(queries);
      return inTurnAsked(() => {
        const withShapes = hasShapes(scene) || queriesHaveShapes(copy);
        const masked = copy.mask ? 1 : maskedBits(scene, false);
        const uploaded = queryUpload.write(copy);
        const rows = copy.count;
        const asked = { rows, queries: uploaded, withShapes, masked };
        return lists.lists(exploreLists, asked, canonical, most);
      });
    },
    async contacts(request = {}) {
      checkContactsOptions(request);
      return inTurn(() => findContacts(request));
    },
    encodePairs(target, encodeOptions) {
      aTarget(target, 'target');
      checkOptions('encodePairs', encodeOptions, ENCODE_RULES);
      withCapacity(encodeOptions, 'options');
      const { capacity, bounds = false, fixed = true } = encodeOptions;
      scene.built = undefined;
      finder.encode(target, capacity, bounds, !fixed);
      scene.built = undefined;
      return { pairs: finder.pairs, count: finder.counters, capacity };
    },
    encodeNeighbours(target, encodeOptions) {
      aTarget(target, 'target');
      checkOptions('encodeNeighbours', encodeOptions, ENCODE_NEAR_RULES);
      withRadius(encodeOptions, 'options');
      const { radius, capacity } = encodeOptions;
      scene.built = undefined;
      neighbourLists.encode(target, {
        rows: scene.end,
        radius,
        withShapes: false,
        masked: maskedBits(scene, false),
        capacity,
        paired: false,
      });
      scene.built = undefined;
      const { first, entries } = neighbourLists;
      return { first, slots: entries, rows: scene.end, capacity };
    },
    async compile(compileOptions = {}) {
      checkOptions('compile', compileOptions, COMPILE_RULES);
      return compileKernels(device, finder.kernels(compileOptions.bounds ?? false));
    },
    cells: () =>
      inTurn(async () => {
        if (finder.direct || scene.end === 0) return [];
        return levelsOf(await readBuffer(device, scene.grid.plan, new Uint32Array(PLAN_WORDS)));
      }),
    destroy() {
      destroyed = true;
      for (const each of own) each.destroy();
      scene.grid.destroy();
      scene.body.destroy();
    },
  };
  try {
    await solver.update();
  } catch (error) {
    solver.destroy();
    throw error;
  }
  return solver;
}
