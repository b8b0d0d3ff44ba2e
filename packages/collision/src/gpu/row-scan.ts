import { createScan, type Primitive } from '@wayfield/gpu-core';
import type { Scene } from './scene.ts';

/**
 * `createScan` of gpu-core, made again only when the buffer or the length changes, or after
 * `Scratch.drop`.
 */
export interface RowScan {
  /** Records the exclusive prefix sums of the first `length` words of `output`, in place. */
  encode(pass: GPUComputePassEncoder, output: GPUBuffer, length: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createRowScan({ device, scratch }: Scene, label: string): RowScan {
  let scan: Primitive | undefined;
  let madeFor: { readonly output: GPUBuffer; readonly length: number } | undefined;
  function destroy(): void {
    scan?.destroy();
    scan = undefined;
  }

  scratch.onDrop(destroy);
  return {
    encode(pass, output, length) {
      if (!scan || madeFor?.output !== output || madeFor.length !== length) {
        destroy();
        scan = createScan(device, { label, output, length });
        madeFor = { output, length };
      }
      scan.encode(pass);
    },
    get memoryBytes() {
      return scan?.memoryBytes ?? 0;
    },
    destroy,
  };
}
