// The buffers of a wave and its staging memory. wave.ts and compact-wave.ts make them and run in
// them.
import {
  allocate,
  createReadBack,
  createScan,
  guarded,
  type Primitive,
  type ReadBack,
} from '@wayfield/gpu-core';
import { COPY_DST, type Keep, keeping, UNIFORM } from '@wayfield/gpu-core/internal';
import { PARAM_WORDS, SECTIONS } from './layout.ts';
import { createOrder, type Order, type OrderRule } from './order.ts';

/** Words of `counters`: the two of layout.ts, the four of answers.wgsl.ts, two unused ones. */
export const COUNTERS = 8;

/** Most words that are read back of a query: the sections of results, firstNode, status, cost. */
const STAGED_WORDS = SECTIONS + 3;
/** The last word of firstNode, and one word for each of seven parts, which `toEight` aligns. */
const SPARE_WORDS = 8;

/** Parts of a read-back begin at multiples of 8 bytes. */
export const toEight = (bytes: number): number => Math.ceil(bytes / 8) * 8;

type Names =
  | 'keys'
  | 'order'
  | 'queries'
  | 'results'
  | 'statuses'
  | 'costs'
  | 'counters'
  | 'lengths'
  | 'firstNode'
  | 'paths'
  | 'packed';

/** Memory for up to `capacity` queries whose paths have up to `pathWords` nodes together. */
export interface WaveMemory {
  readonly capacity: number;
  readonly pathWords: number;
  /** `paths` as kernels find room for them, `packed` in the order of the queries. */
  readonly buffers: Readonly<Record<Names, GPUBuffer>>;
  /** `Params` of search kernels, and of the packing kernels. */
  readonly params: GPUBuffer;
  readonly packParams: GPUBuffer;
  /**
   * Staging memory: the head (HEAD_WORDS of answers.ts) from byte 0; then, at places that each kind
   * of wave chooses, what is read back of each query, STAGED_WORDS at most; the nodes of the paths
   * from `nodesAt`.
   */
  readonly back: ReadBack;
  readonly nodesAt: number;
  /** Makes firstNode of the lengths. */
  readonly scan: Primitive;
  /** Sorts the queries, where a searcher takes them in an order. */
  readonly order: Order | undefined;
  /** Where sections of results and firstNode are read to; the next wave writes over it. */
  readonly words: Uint32Array;
  readonly bytes: number;
  destroy(): void;
}

/** What a wave has beside its storage buffers. */
type Rest = Pick<WaveMemory, 'params' | 'packParams' | 'back' | 'scan' | 'order'>;

/** Rejects, and keeps no buffer, where memory runs out. @param rule see `WaveMemory.order` */
export async function createWaveMemory(
  device: GPUDevice,
  rule: OrderRule | undefined,
  capacity: number,
  pathWords: number,
): Promise<WaveMemory> {
  const buffers: Record<Names, GPUBuffer> = await allocate(device, 'search', {
    keys: rule ? capacity : 0,
    order: rule ? capacity : 0,
    queries: capacity * 2,
    results: capacity * SECTIONS,
    statuses: Math.ceil(capacity / 4),
    costs: capacity,
    counters: COUNTERS,
    lengths: capacity + 1,
    firstNode: capacity + 1,
    paths: Math.max(1, pathWords),
    packed: Math.max(1, pathWords),
  });
  const nodesAt = toEight(4 * (COUNTERS + STAGED_WORDS * capacity + SPARE_WORDS));
  const own = Object.values(buffers);
  let rest: Rest | undefined;
  const destroy = (): void => {
    for (const part of [...own, ...Object.values(rest ?? {})]) part?.destroy();
  };
  try {
    await guarded(device, 'search', () => {
      rest = keeping((keep) => {
        const back = keep(createReadBack(device, nodesAt + pathWords * 4, 'search results'));
        return { back, ...kernelMemory(device, rule, buffers, capacity, keep) };
      });
    });
  } catch (error) {
    // an error that a scope reports comes after `rest` was made
    destroy();
    throw error;
  }
  const { params, packParams, back, scan, order } = rest!;
  let words: Uint32Array | undefined;
  return {
    capacity,
    pathWords,
    buffers,
    ...rest!,
    nodesAt,
    get words() {
      return (words ??= new Uint32Array((SECTIONS + 1) * capacity + 1));
    },
    bytes:
      own.reduce((sum, buffer) => sum + buffer.size, 0) +
      params.size +
      packParams.size +
      back.memoryBytes +
      (order?.memoryBytes ?? 0) +
      scan.memoryBytes,
    destroy,
  };
}

/** Parameters of the kernels of a wave, and the scratch memory of primitives. */
function kernelMemory(
  device: GPUDevice,
  rule: OrderRule | undefined,
  buffers: Readonly<Record<Names, GPUBuffer>>,
  capacity: number,
  keep: Keep,
): Omit<Rest, 'back'> {
  const uniform = (words: number, label: string): GPUBuffer =>
    keep(device.createBuffer({ label, size: words * 4, usage: UNIFORM | COPY_DST }));
  return {
    params: uniform(PARAM_WORDS, 'search: params'),
    packParams: uniform(4, 'search: pack params'),
    scan: keep(
      createScan(device, {
        input: buffers.lengths,
        output: buffers.firstNode,
        length: capacity + 1,
        label: 'search: first nodes',
      }),
    ),
    order: rule && keep(createOrder(device, rule, buffers, capacity)),
  };
}
