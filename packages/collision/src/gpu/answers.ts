import { guarded, storageBytes } from '@wayfield/gpu';

/** A part of a GPU buffer that comes back with an answer: its first words. */
export interface AnswerPart {
  readonly source: GPUBuffer;
  readonly into: Uint32Array;
}

/** Submits work and reads words back by one map. */
export interface Answers {
  /** Runs `record` at once, submits, and fills the parts it returns. One at a time. */
  run(what: string, record: (encoder: GPUCommandEncoder) => readonly AnswerPart[]): Promise<void>;
  readonly memoryBytes: number;
  destroy(): void;
}

const MAP_READ_COPY_DST = 0x0001 | 0x0008;
const MAP_MODE_READ = 1;

export function createAnswers(device: GPUDevice): Answers {
  let staging: GPUBuffer | undefined;

  function room(bytes: number): GPUBuffer {
    if (!staging || staging.size < bytes) {
      staging?.destroy();
      const size = storageBytes(Math.ceil((bytes * 1.25) / 4));
      const label = 'collision answers';
      staging = device.createBuffer({ label, size, usage: MAP_READ_COPY_DST });
    }
    return staging;
  }

  return {
    async run(what, record) {
      let places: { readonly at: number; readonly into: Uint32Array }[] = [];
      let bytes = 0;
      await guarded(device, what, () => {
        const encoder = device.createCommandEncoder({ label: what });
        const parts = record(encoder).filter(({ into }) => into.length > 0);
        places = parts.map(({ into }) => {
          const at = bytes;
          bytes += Math.ceil(into.byteLength / 8) * 8;
          return { at, into };
        });
        const back = bytes > 0 ? room(bytes) : undefined;
        parts.forEach(({ source, into }, i) => {
          encoder.copyBufferToBuffer(source, 0, back!, places[i].at, into.byteLength);
        });
        device.queue.submit([encoder.finish()]);
        // in the same breath, so that one round trip does
        return back?.mapAsync(MAP_MODE_READ, 0, bytes);
      });
      if (bytes === 0) return;
      // copied out before anything looks at it: a hot loop on a mapped range crashes Node
      const mapped = new Uint32Array(staging!.getMappedRange(0, bytes));
      for (const { at, into } of places) into.set(mapped.subarray(at / 4, at / 4 + into.length));
      staging!.unmap();
    },
    get memoryBytes() {
      return staging?.size ?? 0;
    },
    destroy() {
      staging?.destroy();
    },
  };
}
