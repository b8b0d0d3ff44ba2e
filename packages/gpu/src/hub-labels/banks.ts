// The buffers of hub labels and of the waves on them.
import {
  allocate,
  createReadBack,
  filledBuffer,
  type ReadBack,
  step,
  type Step,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, UNIFORM } from '@wayfield/gpu-core/internal';
import { distancesWgsl } from './distances.wgsl.ts';
import type { GpuHubLabels, GpuLabelSide } from './types.ts';

/** The labels on the device, by the bindings of the kernel. */
export interface LabelBuffers {
  readonly bindings: Readonly<Record<1 | 2 | 3 | 4 | 5, GPUBuffer>>;
  readonly bytes: number;
  destroy(): void;
}

/** Uploads labels; call it guarded. */
export function uploadLabels(
  device: GPUDevice,
  { hub, forward, backward }: GpuHubLabels,
): LabelBuffers {
  const upload = ({ first, groups }: GpuLabelSide, name: string): GPUBuffer[] => [
    uploadWords(device, `hub labels: first, ${name}`, first),
    uploadWords(device, `hub labels: groups, ${name}`, groups),
  ];
  const hubs = uploadWords(device, 'hub labels: hubs', hub);
  const there = upload(forward, 'forward');
  const back = backward === forward ? there : upload(backward, 'backward');
  const buffers = new Set([hubs, ...there, ...back]);
  let bytes = 0;
  for (const { size } of buffers) bytes += size;
  return {
    bindings: { 1: hubs, 2: there[0], 3: there[1], 4: back[0], 5: back[1] },
    bytes,
    destroy: () => buffers.forEach((buffer) => buffer.destroy()),
  };
}

/** The buffers of one of two waves under way. */
export interface Bank {
  readonly sources: GPUBuffer;
  readonly targets: GPUBuffer;
  readonly costs: GPUBuffer;
  readonly batch: GPUBuffer;
  readonly back: ReadBack;
  readonly kernel: Step;
  readonly bytes: number;
  destroy(): void;
}

/** A bank for waves of up to `count` queries. */
export async function createBank(
  device: GPUDevice,
  labels: LabelBuffers,
  count: number,
): Promise<Bank> {
  const { sources, targets, costs } = await allocate(device, 'hub label queries', {
    sources: count,
    targets: count,
    costs: count,
  });
  const size = new Uint32Array(4);
  const batch = filledBuffer(device, 'hub labels: count', size, UNIFORM | COPY_DST);
  const kernel = step(
    device,
    { label: 'hub labels', code: distancesWgsl, entry: 'distances' },
    { 0: batch, ...labels.bindings, 6: sources, 7: targets, 8: costs },
    0,
  );
  const back = createReadBack(device, 4 * count, 'hub label distances');
  const buffers = [sources, targets, costs, batch];
  return {
    sources,
    targets,
    costs,
    batch,
    back,
    kernel,
    bytes: buffers.reduce((sum, buffer) => sum + buffer.size, back.memoryBytes),
    destroy() {
      for (const buffer of buffers) buffer.destroy();
      back.destroy();
    },
  };
}
