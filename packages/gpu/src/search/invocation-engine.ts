import { type Graph, type Grid, isGrid, weakComponents } from '@wayfield/graph';
import { allocate, uploadWords } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { checkBinding, largestBinding } from '../memory-plan.ts';
import {
  checkSlots,
  type Engine,
  type EngineOptions,
  lanesOf,
  PARAM_WORDS,
  slotsFor,
} from './engine.ts';
import { movesOf, successorsOf } from './grid-moves.ts';
import { HEURISTICS } from './heuristic.ts';
import { LANE_HEAP_WGSL } from './lane-heap.wgsl.ts';
import { laneQueuesWgsl, risesOf } from './lane-queues.wgsl.ts';
import type { Problem } from './problem.ts';
import { RESULT_CODE } from './wave.ts';

/** Generations that a record counts. */
const GENERATIONS = 2 ** 27;

/** What the two kernels differ in. */
interface Plan {
  readonly code: string;
  readonly words: Uint32Array;
  readonly constants: Readonly<Record<string, number>>;
  /** Bytes of a slot: records, then queues or heap. */
  readonly recordBytes: number;
  readonly listBytes: number;
  /** Params from the sixth on. */
  fill(words: Uint32Array, floats: Float32Array): void;
}

/** Queries answered by one invocation each. Rejects where the map does not fit the memory. */
export async function createInvocationEngine(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  options: EngineOptions,
): Promise<Engine> {
  const { algorithm, heuristic, budget, tuning, internals } = options;
  const rises =
    isGrid(data) && problem.integer && algorithm !== 'greedy' && !tuning.heap
      ? risesOf(data.neighbours, heuristic, problem.ticks)
      : undefined;
  const nodes = Math.max(1, problem.nodeCount);
  const plan = rises ? queuePlan(data as Grid, problem, rises) : heapPlan(problem, algorithm);
  const lanes = lanesOf(device, tuning.workgroupSize, 64);
  const { limits } = device;
  const binding = largestBinding(limits);
  const slotBytes = plan.recordBytes + plan.listBytes;
  const mapBytes = plan.words.byteLength;
  checkBinding(limits, 'map', mapBytes);
  const slots = Math.min(
    tuning.slots ?? (algorithm === 'dijkstra' ? 32768 : 65536),
    limits.maxComputeWorkgroupsPerDimension * lanes,
    Math.floor(binding / Math.max(plan.recordBytes, plan.listBytes)),
    Math.floor(((budget - mapBytes) * 0.6) / slotBytes),
  );
  checkSlots(slots, slotBytes, mapBytes, budget, binding);
  const map = await guarded(device, 'map', () => uploadWords(device, 'map', plan.words));
  let state: Record<'records' | 'lists', GPUBuffer> | undefined;
  const generations = internals.generations ?? GENERATIONS;
  let generation = internals.generation ?? 1;
  /** Searches that there is memory for. */
  let made = 0;
  let destroyed = false;
  const free = (): void => {
    state?.records.destroy();
    state?.lists.destroy();
    state = undefined;
    made = 0;
  };
  async function reserve(queries: number): Promise<void> {
    const wanted = slotsFor(queries, made, slots);
    if (wanted <= made) return;
    free();
    state = await allocate(device, 'search', {
      records: (wanted * plan.recordBytes) / 4,
      lists: (wanted * plan.listBytes) / 4,
    });
    made = wanted;
    if (destroyed) free();
  }
  const params = new Uint32Array(PARAM_WORDS);
  plan.fill(params, new Float32Array(params.buffer));
  return {
    variant: 'invocation',
    map,
    kernel: (result) => ({
      label: `search: ${algorithm}, by invocations`,
      code: plan.code,
      entry: 'answer',
      constants: {
        LANES: lanes,
        HEURISTIC: HEURISTICS.indexOf(heuristic),
        RESULT: RESULT_CODE[result],
        INTERLEAVED: (tuning.interleaved ?? tuning.heap) ? 1 : 0,
        ...plan.constants,
      },
    }),
    get resources() {
      return { 1: map, 6: state!.records, 7: state!.lists };
    },
    units: problem,
    reserve,
    params(count, begin, limit, pathWords) {
      params.set([count, limit, pathWords, made, generation]);
      // an invocation could answer all of them
      generation += limit - begin;
      return params;
    },
    workgroups: (count) => Math.ceil(Math.min(made, count) / lanes),
    perDispatch:
      tuning.queriesPerDispatch ?? Math.max(1024, Math.min(2 ** 20, Math.ceil(2 ** 29 / nodes))),
    order: {
      width: isGrid(data) ? data.width : 0,
      height: isGrid(data) ? data.height : 0,
      area: algorithm === 'dijkstra',
    },
    prepare(encoder, count) {
      if (generation + count <= generations) return;
      encoder.clearBuffer(state!.records);
      generation = 1;
    },
    get memoryBytes() {
      return map.size + (state ? state.records.size + state.lists.size : 0);
    },
    mostBytes: map.size + slots * slotBytes + 32,
    destroy() {
      destroyed = true;
      map.destroy();
      free();
    },
  };
}

function queuePlan(grid: Grid, { ticks }: Problem, rises: readonly number[]): Plan {
  const cells = grid.cost.length;
  const moveWords = Math.ceil(cells / 4);
  const words = new Uint32Array(moveWords + 512 + cells);
  const bytes = new Uint8Array(words.buffer);
  bytes.set(movesOf(grid));
  bytes.set(successorsOf(grid.corners), moveWords * 4);
  words.set(weakComponents(grid).component, moveWords + 512);
  return {
    code: laneQueuesWgsl(rises),
    words,
    constants: { EIGHT: grid.neighbours === 8 ? 1 : 0 },
    recordBytes: cells * 8,
    listBytes: cells * 8 * rises.length,
    fill: (params) =>
      params.set([grid.width, cells, 0, moveWords, moveWords + 512, ticks[0], ticks[1]], 5),
  };
}

function heapPlan(problem: Problem, algorithm: string): Plan {
  const { nodeCount, arcCount, offsets, integer, ticks } = problem;
  const nodes = Math.max(1, nodeCount);
  // of each arc at most one entry, and greedy search queues a node once
  const heapSize = algorithm === 'greedy' ? nodes : Math.max(1, arcCount);
  return {
    code: LANE_HEAP_WGSL,
    words: problem.words,
    constants: { TICKS: integer ? 1 : 0, GREEDY: algorithm === 'greedy' ? 1 : 0 },
    recordBytes: nodes * 16,
    listBytes: heapSize * 8,
    fill(params, floats) {
      const { firstOut, out, x, y, component, original, compact } = offsets;
      params.set([nodes, firstOut, out, x, y, component, original, compact, heapSize], 5);
      // f32 sums may fall short of the true length: the heuristic must not overtake them
      floats[14] = problem.heuristicScale * (1 - 2 ** -18);
      params.set(ticks, 15);
    },
  };
}
