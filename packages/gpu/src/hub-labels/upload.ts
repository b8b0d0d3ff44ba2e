// The buffers of hub labels. solver.ts makes them.
import { uploadWords } from '@wayfield/gpu-core';
import { keeping } from '@wayfield/gpu-core/internal';
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
  const [hubs, there, back] = keeping((keep) => {
    const upload = (name: string, words: Uint32Array): GPUBuffer =>
      keep(uploadWords(device, `hub labels: ${name}`, words));
    const side = ({ first, groups }: GpuLabelSide, name: string): GPUBuffer[] => [
      upload(`first, ${name}`, first),
      upload(`groups, ${name}`, groups),
    ];
    const out = side(forward, 'forward');
    const into = backward === forward ? out : side(backward, 'backward');
    return [upload('hubs', hub), out, into] as const;
  });
  const buffers = new Set([hubs, ...there, ...back]);
  let bytes = 0;
  for (const { size } of buffers) bytes += size;
  return {
    bindings: { 1: hubs, 2: there[0], 3: there[1], 4: back[0], 5: back[1] },
    bytes,
    destroy: () => buffers.forEach((buffer) => buffer.destroy()),
  };
}
