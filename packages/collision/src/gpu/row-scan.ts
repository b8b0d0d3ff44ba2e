import { createScan, type Primitive } from '@wayfield/gpu-core';

/** `createScan` of gpu-core, made again only when the buffer or the length changes. */
export interface RowScan {
  /** Records the exclusive prefix sums of the first `length` words of `output`, in place. */
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
