import { checkOptions } from '@wayfield/check';
import { compileKernels, readBuffer } from '@wayfield/gpu-core';
import { type Keep, makeGuarded } from '@wayfield/gpu-core/internal';
import { checkBodies } from '../bodies/check-bodies.ts';
import { snapshotBodies } from '../bodies/snapshot.ts';
import { NONE } from '../constants.ts';
import {
  capacityOf,
  checkExploreQueries,
  checkNeighbourOptions,
  copyQueries,
} from '../lists/check-queries.ts';
import { aBodies, checkContactsOptions, checkExploreOptions, checkPairsOptions } from '../rules.ts';
import type {
  Bodies,
  ExploreQueries,
  Lists,
  NeighbourOptions,
  Pairs,
  PairsOptions,
  ResultOptions,
} from '../types.ts';
import { createAnswers } from './answers.ts';
import { type BodyArray, bodyBuffer, bodyLayout } from './bodies/body-buffer.ts';
import { createUploader } from './bodies/upload.ts';
import { createEncoders } from './encode.ts';
import { createGpuTurns } from './gpu-turns.ts';
import { createGpuGrid } from './grid/grid.ts';
import { createScratch } from './growing.ts';
import { levelsOf, PLAN_WORDS } from './grid/grid.wgsl.ts';
import { createListFinder, hasShapes } from './lists/lists.ts';
import { createNearestFinder } from './lists/nearest.ts';
import { createQueryUpload, queriesHaveShapes } from './lists/queries.ts';
import { createListReader } from './lists/read-lists.ts';
import { createCanonical } from './pairs/canonical.ts';
import { createGpuPairFinder } from './pairs/pairs.ts';
import { createContactReader, createPairReader } from './pairs/read-pairs.ts';
import { aDevice, COMPILE_RULES, GPU_RULES, someArrays, TUNING_RULES } from './rules.ts';
import { maskedBits, type Scene } from './scene.ts';
import { createStepCache } from './step-cache.ts';
import type { GpuCollisionSolver, GpuSolverOptions, GpuTuning } from './types.ts';

const MODES = ['single', 'multi', 'auto'] as const;

/**
 * A solver on the GPU for the bodies as they are now and after each `update`. The caller owns the
 * device.
 *
 * @example
 * const solver = await createGpuCollisionSolver(device, bodies);
 * const { count, slots } = await solver.pairs();
 * console.log(count, slots.slice(0, 2).sort().join()); // 1 0,1
 * solver.destroy();
 *
 * @throws RangeError for bodies out of range, and for bodies that do not fit in one binding of the
 *   device; Error if the device has no memory for them.
 */
export async function createGpuCollisionSolver(
  device: GPUDevice,
  bodies: Bodies,
  options: GpuSolverOptions = {},
): Promise<GpuCollisionSolver> {
  return (await openGpuSolver(device, bodies, options)).solver;
}

/** A solver, for callers in this package that submit what `encodePairs` records. */
export interface OpenGpuSolver {
  readonly solver: GpuCollisionSolver;
  /** To be called when such a submission failed: buffers that may lack memory are dropped. */
  forget(): void;
}

/** As `createGpuCollisionSolver`. */
export async function openGpuSolver(
  device: GPUDevice,
  bodies: Bodies,
  options: GpuSolverOptions,
): Promise<OpenGpuSolver> {
  aDevice(device, 'device');
  aBodies(bodies, 'bodies');
  checkOptions('createGpuCollisionSolver', options, GPU_RULES);
  const { tuning = {} } = options;
  checkOptions('tuning', tuning, TUNING_RULES);
  if (bodies.end > 0) checkBodies(bodies);
  const { solver, forget } = await makeGuarded(device, 'collision solver', (keep) => {
    const scene = createScene(device, bodies, options, keep);
    const parts = createParts(scene, tuning);
    return { solver: keep(createSolver(bodies, scene, parts)), forget: parts.forget };
  });
  try {
    await solver.update();
  } catch (error) {
    solver.destroy();
    throw error;
  }
  return { solver, forget };
}

function createScene(
  device: GPUDevice,
  bodies: Bodies,
  { grid = 'auto', tuning = {} }: GpuSolverOptions,
  keep: Keep,
): Scene {
  const { dimensions } = bodies;
  const { keysPerBody = 4 } = tuning;
  const makeStep = createStepCache(device);
  const layout = bodyLayout(bodies);
  const { capacity } = layout;
  return {
    device,
    dimensions,
    makeStep,
    scratch: createScratch(device),
    layout,
    body: keep(bodyBuffer(device, 'collision bodies', layout)),
    grid: keep(createGpuGrid(device, makeStep, { capacity, dimensions, keysPerBody })),
    end: 0,
    unmasked: true,
    mode: MODES.indexOf(grid),
    built: undefined,
    kind: 'none',
  };
}

type Parts = ReturnType<typeof createParts>;

function createParts(scene: Scene, tuning: GpuTuning) {
  /** To be called when a submission failed: none of its commands took place. */
  const forget = (): void => {
    scene.built = undefined;
    scene.scratch.drop();
  };
  const answers = createAnswers(scene.device, forget);
  const uploader = createUploader(scene, tuning);
  const finder = createGpuPairFinder(scene, tuning);
  const order = createCanonical(scene);
  const neighbours = createListFinder(scene, 'neighbours', tuning);
  const explore = createListFinder(scene, 'explore', tuning);
  const sightings = createListFinder(scene, 'sightings', tuning);
  const nearest = createNearestFinder(scene);
  const queries = createQueryUpload(scene);
  const reader = createPairReader(scene, answers, finder, order);
  const contacts = createContactReader(scene, answers, { finder, reader, uploader });
  const lists = createListReader(scene, answers, order);
  const turns = createGpuTurns();
  /** What holds memory on the GPU. */
  const owners = [
    answers,
    uploader,
    finder,
    order,
    neighbours,
    explore,
    sightings,
    nearest,
    queries,
    contacts,
  ];

  /**
   * Asks a question about the bodies of the last update, and asks it again about the bodies before
   * if the GPU refuses those of the update.
   */
  function ask<T>(question: () => Promise<T>): Promise<T> {
    return turns.run(async () => {
      const { checking } = uploader;
      if (!checking) return question();
      const answer = question();
      // the answer is awaited only after the verdict; until then its error must not go unhandled
      answer.catch(() => {});
      return (await checking) ? answer : answer.then(question, question);
    });
  }

  return {
    forget,
    answers,
    uploader,
    finder,
    neighbours,
    explore,
    sightings,
    nearest,
    queries,
    reader,
    contacts,
    lists,
    turns,
    owners,
    ask,
  };
}

function createSolver(bodies: Bodies, scene: Scene, parts: Parts): GpuCollisionSolver {
  const { device } = scene;
  const { answers, uploader, finder, turns, owners } = parts;
  const questions = createQuestions(scene, parts);
  return {
    backend: 'gpu',
    device,
    bodies,
    get grid() {
      return scene.kind;
    },
    get memoryBytes() {
      const own = scene.body.size + scene.grid.memoryBytes;
      return owners.reduce((sum, { memoryBytes }) => sum + memoryBytes, own);
    },
    get resident() {
      const offset: Partial<Record<BodyArray, number>> = {};
      for (const [name, word] of Object.entries(scene.layout.first)) {
        if (word !== NONE) offset[name as BodyArray] = word * 4;
      }
      return { buffer: scene.body, offset };
    },
    async update(changed) {
      someArrays(changed, 'changed');
      let taken = bodies;
      if (turns.pending === 0) answers.release();
      if (turns.pending > 0 || uploader.checking) {
        // calls still work with the bodies on the GPU: a copy of the new ones waits for its turn
        taken = { ...snapshotBodies(bodies), capacity: bodies.capacity };
      }
      const { verdict } = await turns.run(() => uploader.take(taken, changed));
      return verdict;
    },
    ...questions,
    ...createEncoders(scene, finder, parts.neighbours, turns),
    async compile(options = {}) {
      turns.check();
      checkOptions('compile', options, COMPILE_RULES);
      return compileKernels(device, finder.kernels(options.bounds ?? false));
    },
    cells: () =>
      turns.run(async () => {
        if (finder.direct || scene.end === 0) return [];
        return levelsOf(await readBuffer(device, scene.grid.plan, new Uint32Array(PLAN_WORDS)));
      }),
    destroy() {
      turns.close();
      for (const owner of owners) owner.destroy();
      scene.grid.destroy();
      scene.body.destroy();
    },
  };
}

/** The methods that answer with pairs, lists and contacts. */
function createQuestions(
  scene: Scene,
  parts: Parts,
): Pick<GpuCollisionSolver, 'pairs' | 'candidates' | 'neighbours' | 'explore' | 'contacts'> {
  const { ask, lists, turns } = parts;

  async function pairs(options: PairsOptions, bounds: boolean): Promise<Pairs> {
    const most = capacityOf(options);
    const { of = 'contacts', canonical = false, fixed = true } = options;
    const skipFixed = !fixed;
    if (of === 'contacts') {
      return ask(() => parts.reader.search({ bounds, canonical, most, read: true, skipFixed }));
    }
    return ask(() => {
      const masked = maskedBits(scene, skipFixed);
      const request = { rows: scene.end, withShapes: hasShapes(scene), masked, bounds };
      return lists.pairs(parts.sightings, request, canonical, most);
    });
  }

  async function explore(queries: ExploreQueries, options: ResultOptions): Promise<Lists> {
    const { canonical = false } = options;
    // While a call is pending or bodies are checked, a copy waits: the question is asked later, or
    // again.
    const isLater = turns.pending > 0 || parts.uploader.checking !== undefined;
    const asked = isLater ? copyQueries(queries) : queries;
    return ask(() => {
      const withShapes = hasShapes(scene) || queriesHaveShapes(asked);
      const masked = asked.mask ? 1 : maskedBits(scene, false);
      let uploaded: GPUBuffer | undefined;
      const upload = (): GPUBuffer => (uploaded ??= parts.queries.write(asked));
      const request = { rows: asked.count, queries: upload, withShapes, masked };
      return lists.lists(parts.explore, request, canonical, capacityOf(options));
    });
  }

  return {
    async pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return pairs(options, false);
    },
    async candidates(options = {}) {
      checkPairsOptions('candidates', options);
      return pairs(options, true);
    },
    async neighbours(options: NeighbourOptions) {
      checkNeighbourOptions(options);
      const most = capacityOf(options);
      const { k, radius, canonical = false } = options;
      if (k !== undefined) return ask(() => lists.nearest(parts.nearest, k, radius, most));
      return ask(() => {
        const masked = maskedBits(scene, false);
        const request = { rows: scene.end, radius: radius!, withShapes: false, masked };
        return lists.lists(parts.neighbours, request, canonical, most);
      });
    },
    async explore(queries, options = {}) {
      checkExploreQueries(queries, scene.dimensions);
      checkExploreOptions(options);
      return explore(queries, options);
    },
    async contacts(options = {}) {
      checkContactsOptions(options);
      const { fixed = true } = options;
      return turns.run(() => parts.contacts.find(fixed));
    },
  };
}
