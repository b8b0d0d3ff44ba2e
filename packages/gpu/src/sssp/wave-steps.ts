// The dispatches of a wave: kernels bound to its buffers. tree-wave.ts submits them.
import { type Kernel, type Resources, type Step, step } from '@wayfield/gpu-core';
import { RULES } from './frontier.wgsl.ts';
import type { ModelKernel } from './model.ts';
import { startWgsl } from './rounds.wgsl.ts';
import type { TreeRule } from './types.ts';
import type { TreeWaveMemory, WaveSetup } from './wave-buffers.ts';

/**
 * Most far nodes, per invocation, that one workgroup selects from alone: then each invocation looks
 * at no more than four. Chosen, not measured.
 */
const LONE_FAR_PER_INVOCATION = 4;
/** Most phases of one dispatch: bounds how long a dispatch lasts that one workgroup runs alone. */
const LONE_PHASES = 1024;
/**
 * Nodes with at least this many arcs are relaxed by a whole workgroup, not by one invocation: so no
 * invocation relaxes more than 63 arcs while others wait.
 */
const HEAVY = 64;

/** A dispatch with a second dimension: one row of workgroups per source. */
export interface RowStep extends Step {
  readonly rows: number;
}

/** Records steps into a pass; a pipeline is set where it changes. */
export function encodeRows(pass: GPUComputePassEncoder, steps: readonly RowStep[]): void {
  let last: GPUComputePipeline | undefined;
  for (const { pipeline, group, workgroups, rows } of steps) {
    if (pipeline !== last) pass.setPipeline(pipeline);
    last = pipeline;
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups, rows);
  }
}

/** The dispatches of a wave, by what they are for. */
export interface WaveSteps {
  /** All nodes unreached, then the sources. */
  readonly start: readonly RowStep[];
  /** Entry k modulo 3 is dispatch k of the search. */
  readonly dispatches: readonly RowStep[];
  /** Entry k modulo 3 is the end of an epoch as dispatch k. Undefined where there are no epochs. */
  readonly endEpoch: readonly RowStep[] | undefined;
  readonly clearResults: readonly RowStep[];
  /** Labels in the order of nodes, if nothing waits after dispatch k: entry k modulo 3. */
  readonly collect: readonly RowStep[];
  /** Parents, if nothing waits after dispatch k: entry k modulo 3. */
  readonly findParents: readonly RowStep[];
  /** One per buffer of `passParams`. */
  readonly findMoreParents: readonly RowStep[];
}

const groupsFor = (items: number, perGroup: number, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil(items / perGroup)));

/** Binds a kernel of the model to more buffers. */
type Bind = (
  kernel: ModelKernel,
  entry: string,
  more: Resources,
  workgroups: number,
  rows?: number,
) => RowStep;

/** Binds the kernels to the buffers of a wave of `sources` sources. `ranks`: parents as ranks. */
export function bindWaveSteps(
  setup: WaveSetup,
  memory: TreeWaveMemory,
  sources: number,
  ranks: boolean,
): WaveSteps {
  const { device, rule } = setup;
  const bind: Bind = ({ code, constants, resources }, entry, more, workgroups, rows = 1) => {
    const kernel: Kernel = { label: `tree solver: ${entry}`, code, entry, constants };
    return { ...step(device, kernel, { ...resources, ...more }, workgroups), rows };
  };
  return {
    ...finishSteps(setup, memory, [sources, ranks], bind),
    ...(rule === 'tiled'
      ? tiledSteps(setup, memory, sources, bind)
      : frontierSteps(setup, memory, sources, bind, rule)),
  };
}

/** Workgroups of 256 invocations for this number of items, at most 4,096: these fill any device. */
function rowGroups({ device: { limits } }: WaveSetup, items: number): number {
  return groupsFor(items, 256, Math.min(limits.maxComputeWorkgroupsPerDimension, 4096));
}

type FinishSteps = Pick<WaveSteps, 'collect' | 'findParents' | 'findMoreParents'>;

function finishSteps(
  setup: WaveSetup,
  { buffers, dispatchParams, passParams }: TreeWaveMemory,
  [sources, ranks]: readonly [sources: number, ranks: boolean],
  bind: Bind,
): FinishSteps {
  const { model } = setup;
  const { state, dist, marks, labels, parents } = buffers;
  const bySlot = model.parentsBy === 'slots';
  const finish = { 1: state, 3: marks, 9: parents, ...(bySlot ? { 2: dist } : { 8: labels }) };
  const groups = rowGroups(setup, bySlot ? model.params.slots : model.params.nodes);
  const results = { 1: state, 2: dist, 8: labels };
  const { code, resources, constants } = model.parents;
  const parent = { code, resources, constants: ranks ? { ...constants, RANKS: 1 } : constants };
  return {
    collect: dispatchParams.map((params) =>
      bind(model.collect, 'collect', { ...results, 0: params }, groups, sources),
    ),
    findParents: dispatchParams.map((params) =>
      bind(parent, 'findParents', { ...finish, 0: params }, groups, sources),
    ),
    findMoreParents: passParams.map((params) =>
      bind(parent, 'findMoreParents', { ...finish, 0: params }, groups, sources),
    ),
  };
}

type SearchSteps = Omit<WaveSteps, keyof FinishSteps>;

function tiledSteps(
  setup: WaveSetup,
  { buffers, dispatchParams }: TreeWaveMemory,
  sources: number,
  bind: Bind,
): SearchSteps {
  const { device, model, tuned } = setup;
  const { slots, tiles, stride, nodes } = model.params;
  const { state, dist, marks, stamp, lists, labels } = buffers;
  const [first] = dispatchParams;
  const most = device.limits.maxComputeWorkgroupsPerDimension;
  const start: ModelKernel = {
    code: startWgsl,
    constants: { SLOTS_PER_TILE: model.slotsPerTile },
    resources: {},
  };
  const fill = { 0: first, 2: dist, 3: marks, 4: stamp };
  const seed = { 0: first, 1: state, 2: dist, 4: stamp, 5: lists };
  const listed = { 1: state, 2: dist, 3: marks, 4: stamp, 5: lists };
  const groups = groupsFor(sources * tiles, 1, tuned.maxWorkgroups);
  const { epoch } = model;
  return {
    start: [
      bind(start, 'fill', fill, rowGroups(setup, sources * slots)),
      bind(start, 'seed', seed, groupsFor(sources, 64, most)),
    ],
    dispatches: dispatchParams.map((params) =>
      bind(model.relaxTiles, 'relaxTiles', { ...listed, 0: params }, groups),
    ),
    endEpoch:
      epoch &&
      dispatchParams.map((params) => {
        const resources = { ...listed, 0: params, 8: labels };
        return bind(epoch, 'endEpoch', resources, rowGroups(setup, nodes), sources);
      }),
    clearResults: epoch
      ? [bind(epoch, 'clearResults', { 0: first, 8: labels }, rowGroups(setup, sources * stride))]
      : [],
  };
}

function frontierSteps(
  setup: WaveSetup,
  { buffers, dispatchParams }: TreeWaveMemory,
  sources: number,
  bind: Bind,
  rule: Exclude<TreeRule, 'tiled'>,
): SearchSteps {
  const { device, model, tuned } = setup;
  const { slots } = model.params;
  const { state, dist, marks, lists } = buffers;
  const [first] = dispatchParams;
  const workgroupSize = tuned.workgroupSize ?? tuned.mostInvocations;
  const frontier: ModelKernel = {
    ...model.frontier,
    constants: {
      ...model.frontier.constants,
      WORKGROUP_SIZE: workgroupSize,
      RULE: RULES[rule],
      QUEUE: tuned.queue,
      LONE_FAR: LONE_FAR_PER_INVOCATION * workgroupSize,
      LONE_PHASES,
      HEAVY,
    },
  };
  const groups = groupsFor(sources * slots, workgroupSize, tuned.maxWorkgroups);
  const all = { 1: state, 2: dist, 3: marks, 4: lists };
  const fill = { 0: first, 1: state, 2: dist, 3: marks };
  const seeds = groupsFor(sources, 64, device.limits.maxComputeWorkgroupsPerDimension);
  return {
    start: [
      bind({ ...frontier, resources: {} }, 'fill', fill, rowGroups(setup, sources * slots)),
      bind(frontier, 'seed', { ...all, 0: first }, seeds),
    ],
    dispatches: dispatchParams.map((params) =>
      bind(frontier, 'step', { ...all, 0: params }, groups),
    ),
    endEpoch: undefined,
    clearResults: [],
  };
}
