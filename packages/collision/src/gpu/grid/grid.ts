import {
  createScan,
  encodeSteps,
  type Kernel,
  type Scan,
  storageBuffer,
  type Target,
} from '@wayfield/gpu-core';
import { type Keep, keeping } from '@wayfield/gpu-core/internal';
import {
  countKeysWgsl,
  measureWgsl,
  planGridWgsl,
  scatterWgsl,
  TALLY_WORDS,
} from './build.wgsl.ts';
import { LEVELS, PLAN_TABLE_WORDS, PLAN_WORDS } from './grid.wgsl.ts';
import type { Params } from '../params.ts';
import { type MakeStep, workgroupsFor } from '../step-cache.ts';

/** Bodies in the order of their cells, on the GPU. */
export interface GpuGrid {
  readonly plan: GPUBuffer;
  readonly table: GPUBuffer;
  /** Position and half size (vec4f), in the order of cells. */
  readonly sorted: GPUBuffer;
  /** The slot, in the order of cells; the highest bit marks QUERY bodies. */
  readonly sortedSlot: GPUBuffer;
  /** Keys that the table has room for. */
  readonly tableCapacity: number;
  readonly keysPerBody: number;
  /** The kernels that `encode` runs. */
  readonly kernels: readonly Kernel[];
  /** Sorts the bodies of slots 0 to `end` − 1, as `params` says. */
  encode(target: Target, body: GPUBuffer, params: Params, end: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;
const STORAGE_UNIFORM = 0x0080 | 0x0040 | 0x0004 | 0x0008;

/** How large a grid is. */
export interface GridSize {
  /** Slots. */
  readonly capacity: number;
  readonly dimensions: 2 | 3;
  /** A dense level has at most this many keys per body. */
  readonly keysPerBody: number;
}

/** Makes buffers: call it under `guarded`. If it throws, it leaves none. */
export function createGpuGrid(device: GPUDevice, makeStep: MakeStep, size: GridSize): GpuGrid {
  const { capacity, keysPerBody } = size;
  // the most keys that planGrid gives out: a dense level has at most keysPerBody per body and 64
  // more, a hashed level at most 4 per body, or 64; there are at most LEVELS levels
  const tableCapacity = Math.max(4, keysPerBody) * capacity + 64 * LEVELS;
  const { plan, tally, table, placing, sorted, sortedSlot, own, scan } = keeping((keep) => {
    const buffers = createBuffers(device, capacity, tableCapacity, keep);
    const made: Scan = createScan(device, {
      label: 'collision grid: scan',
      output: buffers.table,
      length: tableCapacity + 1,
      lengthFrom: { buffer: buffers.plan, offset: PLAN_TABLE_WORDS * 4 },
    });
    return { ...buffers, scan: made };
  });
  const { measure, planGrid, countKeys, scatter } = kernelsFor(size.dimensions);

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
      // the step cache knows steps by their labels, and each question has params of its own
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

function createBuffers(device: GPUDevice, capacity: number, tableCapacity: number, keep: Keep) {
  const own: GPUBuffer[] = [];
  const owned = (made: GPUBuffer): GPUBuffer => {
    own.push(keep(made));
    return made;
  };
  const buffer = (name: string, words: number): GPUBuffer =>
    owned(storageBuffer(device, `collision grid: ${name}`, words));
  const plan = owned(
    device.createBuffer({
      label: 'collision grid: plan',
      size: PLAN_WORDS * 4,
      usage: STORAGE_UNIFORM,
    }),
  );
  return {
    own,
    plan,
    tally: buffer('tally', TALLY_WORDS),
    table: buffer('table', tableCapacity + 1),
    placing: buffer('places', 2 * capacity),
    sorted: buffer('bodies', 4 * capacity),
    sortedSlot: buffer('slots', capacity),
  };
}

/** The kernels of build.wgsl.ts. */
function kernelsFor(DIM: 2 | 3) {
  const kernel = (entry: string, code: string): Kernel => ({
    label: `collision grid: ${entry}`,
    code,
    entry,
    constants: entry === 'planGrid' ? { DIM } : { DIM, WG },
  });
  return {
    measure: kernel('measure', measureWgsl),
    planGrid: kernel('planGrid', planGridWgsl),
    countKeys: kernel('countKeys', countKeysWgsl),
    scatter: kernel('scatter', scatterWgsl),
  };
}
