import { createScan, type Primitive } from '@wayfield/gpu-core';

/** A scan that is made again only when its buffer or its length changes. */
export interface RowScan {
  /** Records the sums of the first `length` words of `output`, in place. */
  encode(pass: GPUComputePassEncoder, output: GPUBuffer, length: number): void;
  destroy(): void;
}

export function createRowScan(device: GPUDevice, label: string): RowScan {
  let scan: Primitive | undefined;
  let madeFor: { readonly output: GPUBuffer; readonly length: number } | undefined;
  return {
    encode(pass, output, length) {
      if (!scan || madeFor?.output !== output || madeFor.length !== length) {
        scan?.destroy();
        scan = createScan(device, { label, output, length });
        madeFor = { output, length };
      }
      scan.encode(pass);
    },
    destroy: () => scan?.destroy(),
  };
}
