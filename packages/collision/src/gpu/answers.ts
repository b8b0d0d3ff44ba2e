import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu';

/** A part of a GPU buffer that comes back with an answer. */
export interface AnswerPart {
  readonly source: GPUBuffer;
  readonly into: Uint32Array;
}

/** Submits work and reads words back by one map. */
export interface Answers {
  /** Runs `record`, submits, and fills the parts it returns. */
  run(what: string, record: (encoder: GPUCommandEncoder) => readonly AnswerPart[]): Promise<void>;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createAnswers(device: GPUDevice): Answers {
  let staging: ReadBack | undefined;
  return {
    async run(what, record) {
      let reading: Promise<void> | undefined;
      await guarded(device, what, () => {
        const encoder = device.createCommandEncoder({ label: what });
        const parts = record(encoder);
        let bytes = 0;
        for (const { into } of parts) bytes += Math.ceil(into.byteLength / 8) * 8;
        if (!staging || staging.memoryBytes < bytes) {
          staging?.destroy();
          staging = createReadBack(device, Math.ceil(bytes * 1.25), 'collision answers');
        }
        let at = 0;
        const places = parts.map(({ source, into }) => {
          staging!.encode(encoder, source, 0, at, into.byteLength);
          const place = { at, into };
          at += Math.ceil(into.byteLength / 8) * 8;
          return place;
        });
        device.queue.submit([encoder.finish()]);
        if (bytes > 0) {
          reading = staging.read(...places);
          reading.catch(() => {});
        }
      });
      await reading;
    },
    get memoryBytes() {
      return staging?.memoryBytes ?? 0;
    },
    destroy() {
      staging?.destroy();
    },
  };
}
