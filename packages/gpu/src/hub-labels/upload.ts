// The buffers of hub labels.
import { uploadWords } from '@wayfield/gpu-core';
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
