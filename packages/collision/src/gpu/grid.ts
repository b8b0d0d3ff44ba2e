import {
  createScan,
  encodeSteps,
  type Kernel,
  type Scan,
  storageBuffer,
  type Target,
} from '@wayfield/gpu';
import {
  countKeysWgsl,
  measureWgsl,
  planGridWgsl,
  scatterWgsl,
  TALLY_WORDS,
} from './build.wgsl.ts';
import { PLAN_TABLE_WORDS, PLAN_WORDS } from './grid.wgsl.ts';
import type { Params } from './params.ts';
import { type MakeStep, workgroupsFor } from './step-cache.ts';

/** What a grid is for, as in the kernels. */
export const CONTACTS = 0;
export const TARGETS = 1;
export const POINTS = 2;

/** Sorted bodies, on the GPU. */
export interface GpuGrid {
  readonly plan: GPUBuffer;
  readonly table: GPUBuffer;
  /** Position and half size, in cell order. */
  readonly sorted: GPUBuffer;
  readonly sortedSlot: GPUBuffer;
  /** Keys that there is room for. */
  readonly tableCapacity: number;
  readonly keysPerBody: number;
  /** What `encode` runs. */
  readonly kernels: readonly Kernel[];
  /** Sorts the bodies of `body` up to `end`, as `params` says. */
  encode(target: Target, body: GPUBuffer, params: Params, end: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;
const STORAGE_UNIFORM = 0x0080 | 0x0040 | 0x0004 | 0x0008;

/** For bodies in up to `capacity` slots. Makes buffers: call it under `guarded`. */
export function createGpuGrid(
  device: GPUDevice,
  makeStep: MakeStep,
  capacity: number,
  dimensions: 2 | 3,
  keysPerBody: number,
): GpuGrid {
  // as planGrid uses them: in a hash table up to 4 keys for every body and 64 for each of 24 levels
  const tableCapacity = Math.max(4, keysPerBody) * capacity + 64 * 24;
  const own: GPUBuffer[] = [];
  const buffer = (name: string, words: number): GPUBuffer => {
    const made = storageBuffer(device, `collision grid: ${name}`, words);
    own.push(made);
    return made;
  };
  const plan = device.createBuffer({
    label: 'collision grid: plan',
    size: PLAN_WORDS * 4,
    usage: STORAGE_UNIFORM,
  });
  own.push(plan);
  const tally = buffer('tally', TALLY_WORDS);
  const table = buffer('table', tableCapacity + 1);
  const placing = buffer('places', 2 * capacity);
  const sorted = buffer('bodies', 4 * capacity);
  const sortedSlot = buffer('slots', capacity);
  const scan: Scan = createScan(device, {
    label: 'collision grid: scan',
    output: table,
    length: tableCapacity + 1,
    lengthFrom: { buffer: plan, offset: PLAN_TABLE_WORDS * 4 },
  });

  const kernel = (entry: string, code: string): Kernel => ({
    label: `collision grid: ${entry}`,
    code,
    entry,
    constants: entry === 'planGrid' ? { DIM: dimensions } : { DIM: dimensions, WG },
  });
  const measure = kernel('measure', measureWgsl);
  const planGrid = kernel('planGrid', planGridWgsl);
  const countKeys = kernel('countKeys', countKeysWgsl);
  const scatter = kernel('scatter', scatterWgsl);

  return {
    kernels: [measure, planGrid, countKeys, ...scan.kernels, scatter],
    plan,
    table,
    sorted,
    sortedSlot,
    tableCapacity,
    keysPerBody,
    encode(target, body, params, end) {
      const label = `collision grid for ${params.buffer.label}`;
      const head = { 0: params.buffer, 1: body };
      const each = workgroupsFor(end, WG);
      // steps are known by their labels, and each question has params of its own
      const named = (of: Kernel): Kernel => ({ ...of, label: `${label}: ${of.entry}` });
      const before = [
        makeStep(
          named(measure),
          { ...head, 3: tally, 4: table },
          workgroupsFor(Math.max(end, tableCapacity / 4), 8 * WG, 2048),
        ),
        makeStep(named(planGrid), { ...head, 2: plan, 3: tally }, 1),
        makeStep(named(countKeys), { ...head, 2: plan, 3: table, 4: placing }, each),
      ];
      const places = { ...head, 3: table, 4: placing, 5: sorted, 6: sortedSlot };
      const after = [makeStep(named(scatter), places, each)];
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      encodeSteps(pass, label, before);
      scan.encode(pass);
      encodeSteps(pass, label, after);
      if (pass !== target) pass.end();
    },
    get memoryBytes() {
      return own.reduce((sum, made) => sum + made.size, scan.memoryBytes);
    },
    destroy() {
      scan.destroy();
      for (const made of own) made.destroy();
    },
  };
}
