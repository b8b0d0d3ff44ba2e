import { type Kernel, type Resources, type Step, step } from '../pipeline.ts';
import { RULES } from './frontier.wgsl.ts';
import type { Model, ModelKernel } from './model.ts';
import { startWgsl } from './rounds.wgsl.ts';
import type { Tuned } from './tuning.ts';
import type { TreeRule } from './types.ts';

/** The buffers of one wave, by name; `wordsPerSource` says how long they are. */
export interface WaveBuffers {
  readonly state: GPUBuffer;
  readonly dist: GPUBuffer;
  /** Labels when last relaxed, or marks of the frontier; then levels of parents. */
  readonly done: GPUBuffer;
  /** Rule 'tiled' only. */
  readonly stamp: GPUBuffer;
  readonly lists: GPUBuffer;
  readonly labels: GPUBuffer;
  readonly parents: GPUBuffer;
}

/** Words of each buffer for one source; SOURCE_WORDS of the state come on top. */
export function wordsPerSource(
  { params }: Model,
  rule: TreeRule,
  parents: boolean,
): Record<keyof WaveBuffers, number> {
  const { slots, stride, tiles } = params;
  const tiled = rule === 'tiled';
  return {
    state: 7,
    dist: slots,
    done: Math.max(slots, stride),
    stamp: tiled ? 3 * tiles : 0,
    lists: tiled ? 2 * tiles : 4 * slots,
    labels: stride,
    parents: parents ? stride : 0,
  };
}

/** A dispatch with a second dimension: one row of workgroups per source. */
export interface RowStep extends Step {
  readonly rows: number;
}

/** Records steps into a pass; what does not change from one to the next is set once. */
export function encodeRows(pass: GPUComputePassEncoder, steps: readonly RowStep[]): void {
  let last: GPUComputePipeline | undefined;
  for (const { pipeline, group, workgroups, rows } of steps) {
    if (pipeline !== last) pass.setPipeline(pipeline);
    last = pipeline;
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups, rows);
  }
}

/** Everything recorded for one wave: the dispatches by what they are for. */
export interface Engine {
  /** Everything unreached, then the sources. */
  readonly start: readonly RowStep[];
  /** Round k is entry k modulo 3. */
  readonly rounds: readonly RowStep[];
  /** Entry k modulo 3, when round k is to be the end of an epoch. Undefined where there are no epochs. */
  readonly endEpoch: readonly RowStep[] | undefined;
  readonly clearResults: readonly RowStep[];
  /** Labels in the order of nodes, if nothing waits after the last round: entry k modulo 3 after round k. */
  readonly collect: readonly RowStep[];
  /** The same for parents. */
  readonly findParents: readonly RowStep[];
  /** One per buffer of `passParams`. */
  readonly findMoreParents: readonly RowStep[];
}

/** Whether nothing waits after a round, given the state words. */
export function isFinished(state: Uint32Array, round: number): boolean {
  const record = 8 * (round % 3);
  return state[record + 2] === 0 && state[record + 3] + state[record + 4] === 0;
}

const groupsFor = (items: number, perGroup: number, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil(items / perGroup)));

/** Binds the kernels to the buffers of a wave of `sources`. */
export function bindEngine(
  device: GPUDevice,
  model: Model,
  rule: TreeRule,
  tuned: Tuned,
  buffers: WaveBuffers,
  phaseParams: readonly GPUBuffer[],
  passParams: readonly GPUBuffer[],
  sources: number,
): Engine {
  const { slots, tiles, stride, nodes } = model.params;
  const { state, dist, done, stamp, lists, labels, parents } = buffers;
  const most = device.limits.maxComputeWorkgroupsPerDimension;

  const bind = (
    { code, constants, resources }: ModelKernel,
    entry: string,
    more: Resources,
    workgroups: number,
    rows = 1,
  ): RowStep => {
    const kernel: Kernel = { label: `tree solver: ${entry}`, code, entry, constants };
    return { ...step(device, kernel, { ...resources, ...more }, workgroups), rows };
  };
  const start: ModelKernel = {
    code: startWgsl,
    constants: { SLOTS_PER_TILE: model.slotsPerTile },
    resources: {},
  };
  const first = phaseParams[0]!;
  const rowGroups = (items: number): number => groupsFor(items, 256, Math.min(most, 4096));
  const listed = { 1: state, 2: dist, 3: done, 4: stamp, 5: lists };

  const inSlots = model.parentsBy === 'slots';
  const finish = { 1: state, 3: done, 9: parents, ...(inSlots ? { 2: dist } : { 8: labels }) };
  const cells = rowGroups(inSlots ? slots : nodes);
  const results = { 1: state, 2: dist, 8: labels };
  const common = {
    collect: phaseParams.map((phase) =>
      bind(model.collect, 'collect', { ...results, 0: phase }, cells, sources),
    ),
    findParents: phaseParams.map((phase) =>
      bind(model.parents, 'findParents', { ...finish, 0: phase }, cells, sources),
    ),
    findMoreParents: passParams.map((pass) =>
      bind(model.parents, 'findMoreParents', { ...finish, 0: pass }, cells, sources),
    ),
  };
  const { epoch } = model;
  if (rule === 'tiled') {
    const groups = groupsFor(sources * tiles, 1, tuned.maxWorkgroups);
    return {
      ...common,
      start: [
        bind(start, 'fill', { 0: first, 2: dist, 3: done, 4: stamp }, rowGroups(sources * slots)),
        bind(
          start,
          'seed',
          { 0: first, 1: state, 2: dist, 4: stamp, 5: lists },
          groupsFor(sources, 64, most),
        ),
      ],
      rounds: phaseParams.map((phase) =>
        bind(model.relaxTiles, 'relaxTiles', { ...listed, 0: phase }, groups),
      ),
      endEpoch: epoch
        ? phaseParams.map((phase) =>
            bind(epoch, 'endEpoch', { ...listed, 0: phase, 8: labels }, rowGroups(nodes), sources),
          )
        : undefined,
      clearResults: epoch
        ? [bind(epoch, 'clearResults', { 0: first, 8: labels }, rowGroups(sources * stride))]
        : [],
    };
  }

  const lanes = tuned.workgroupSize ?? tuned.mostLanes;
  const frontier: ModelKernel = {
    ...model.frontier,
    constants: {
      ...model.frontier.constants,
      WORKGROUP_SIZE: lanes,
      RULE: RULES[rule],
      QUEUE: tuned.queue,
      LONE_FAR: 4 * lanes,
      LONE_PHASES: 1024,
      HEAVY: 64,
    },
  };
  const groups = groupsFor(sources * slots, lanes, tuned.maxWorkgroups);
  const all = { 1: state, 2: dist, 3: done, 4: lists };
  return {
    ...common,
    start: [
      bind(
        { ...frontier, resources: {} },
        'fill',
        { 0: first, 1: state, 2: dist, 3: done },
        rowGroups(sources * slots),
      ),
      bind(frontier, 'seed', { ...all, 0: first }, groupsFor(sources, 64, most)),
    ],
    rounds: phaseParams.map((phase) => bind(frontier, 'step', { ...all, 0: phase }, groups)),
    endEpoch: undefined,
    clearResults: [],
  };
}
