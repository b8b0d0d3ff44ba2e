// The records of settling (control.wgsl.ts) on the host's side, for settle.ts: submitting
// dispatches, reading what the device decided, and bringing all layers into one field at the end.
import { createReadBack, guarded } from '@wayfield/gpu-core';
import { CONTROL_WORDS, MODE, RECORD, RECORD_WORDS } from './control.wgsl.ts';
import type { Engine } from './engine.ts';

const WHAT = 'diffusion: settle';

/** The word of a layer's record of a phase. */
export const recordAt = (layer: number, phase: number): number =>
  CONTROL_WORDS * layer + RECORD_WORDS * (phase % 3);

/** Records the dispatches of a pass. */
export type RecordPass = (pass: GPUComputePassEncoder) => void;

export interface Records {
  /** All records as they were read last, and the same bits as f32. */
  readonly words: Uint32Array;
  readonly floats: Float32Array;
  /** Clears all records. Layers in `running` get mode `run`, from the field of parity `before`. */
  begin(running: readonly number[], before: number): void;
  /**
   * Submits each pass by itself, then reads the records. Rejects if any of the submits fails. Each
   * pass is submitted before the next one is recorded, so the device starts early. There must be at
   * least one pass.
   */
  submitAndLook(...passes: RecordPass[]): Promise<void>;
  /**
   * Copies all layers to one field: the field in which the first layer of `ends` ended. Layers may
   * have ended in either field. Layers that are not in `ends` are in the field of parity `before`.
   * Also empties the lists of tiles.
   */
  gather(ends: readonly (readonly [layer: number, parity: number])[], before: number): void;
  destroy(): void;
}

/** `layerWords`: words of a layer of a field. */
export function createRecords(
  device: GPUDevice,
  engine: Engine,
  layerWords: number,
  layerCount: number,
): Records {
  const { control, controlWords } = engine;
  const back = createReadBack(device, 4 * controlWords, 'diffusion: records');
  const words = new Uint32Array(controlWords);

  return {
    words,
    floats: new Float32Array(words.buffer),
    begin(running, before) {
      words.fill(0);
      for (const layer of running) {
        for (const phase of [0, 1, 2]) {
          const r = recordAt(layer, phase);
          words[r + RECORD.mode] = MODE.run;
          words[r + RECORD.exec] = 1 - before;
        }
      }
      device.queue.writeBuffer(control, 0, words);
    },
    async submitAndLook(...passes) {
      await guarded(device, WHAT, () => {
        const last = passes.at(-1);
        for (const record of passes) {
          const encoder = device.createCommandEncoder({ label: WHAT });
          const pass = encoder.beginComputePass({ label: WHAT });
          record(pass);
          pass.end();
          if (record === last) back.encode(encoder, control, 0, 0, 4 * controlWords);
          device.queue.submit([encoder.finish()]);
        }
        // maps the staging buffer now, so that one round trip is enough; `guarded` waits for the
        // read also if a submit failed
        return back.read({ at: 0, into: words });
      });
    },
    gather(ends, before) {
      const parityOf = new Map(ends);
      engine.current = ends[0][1];
      const encoder = device.createCommandEncoder({ label: 'diffusion: gather' });
      for (let l = 0; l < layerCount; l++) {
        const parity = parityOf.get(l) ?? before;
        if (parity === engine.current) continue;
        const at = 4 * l * layerWords;
        const [from, to] = [engine.field(parity), engine.field(1 - parity)];
        encoder.copyBufferToBuffer(from, at, to, at, 4 * layerWords);
      }
      // A dispatch empties the lists of tiles of the other parity. The next dispatch may have the
      // parity of the last one, so this empties both: their lengths are in the records of layer 0.
      encoder.clearBuffer(control, 0, 4 * CONTROL_WORDS);
      device.queue.submit([encoder.finish()]);
      engine.forceNext();
    },
    destroy() {
      back.destroy();
    },
  };
}
