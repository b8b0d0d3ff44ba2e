// Settling on the device: many dispatches per submit, their number of steps decided there, and a look at
// the records now and then.
import { createReadBack, guarded } from '@wayfield/gpu';
import { CONTROL_WORDS, MODE, RECORD, RECORD_WORDS, stallDispatches } from './control.wgsl.ts';
import { STALL_INTERVAL } from '../constants.ts';
import type { SettleReason } from '../types.ts';
import { type Engine, SETTLE_SLOT } from './engine.ts';
import type { SettleWatch } from './watch.ts';

/**
 * Dispatches in one submit: the device starts on them while the next ones are recorded, at some 35 us each. The first submits of
 * a call are short, so that it starts soon, and each twice as long as the one before.
 */
const PER_SUBMIT = { first: 2, most: 32 };
/** Most dispatches between two looks. */
const MOST_DISPATCHES = 1024;

/** What became of the layers. */
export interface Settled {
  /** One entry per layer of the call. */
  readonly steps: readonly number[];
  readonly reason: readonly SettleReason[];
  /** Residual only: the largest change of each layer when it was looked at last. */
  readonly changes: readonly number[];
}

export interface Settler {
  /** Steps the layers until no cell that a goal reaches is 0, at most `limit` steps. */
  front(layers: readonly number[], limit: number, watch: SettleWatch): Promise<Settled>;
  /** Steps until no cell changes by more than the tolerance, tested every `interval` steps. */
  residual(
    layers: readonly number[],
    limit: number,
    interval: number,
    tolerance: number,
    watch: SettleWatch,
  ): Promise<Settled>;
  /** So many steps of these layers alone. */
  count(layers: readonly number[], count: number, watch: SettleWatch): Promise<void>;
  destroy(): void;
}

const WHAT = 'diffusion: settle';
const FRONT_REASON: Readonly<Record<number, SettleReason>> = {
  [MODE.done]: 'front',
  [MODE.limit]: 'limit',
  [MODE.stalled]: 'stalled',
};

export function createSettler(
  device: GPUDevice,
  engine: Engine,
  layerWords: number,
  layerCount: number,
  longestSide: number,
  /** Whether values may become too small to get on: not in precision 'log'. */
  stalls: boolean,
): Settler {
  const { mostSteps, control, controlWords } = engine;
  const back = createReadBack(device, 4 * controlWords, 'diffusion: records');
  const words = new Uint32Array(controlWords);
  const floats = new Float32Array(words.buffer);

  const recordOf = (layer: number, phase: number): number =>
    CONTROL_WORDS * layer + RECORD_WORDS * (phase % 3);

  /** Submits commands and reads the records after them. */
  async function submitAndLook(record: (encoder: GPUCommandEncoder) => void): Promise<void> {
    let reading: Promise<void> | undefined;
    await guarded(device, WHAT, () => {
      const encoder = device.createCommandEncoder({ label: WHAT });
      record(encoder);
      back.encode(encoder, control, 0, 0, 4 * controlWords);
      device.queue.submit([encoder.finish()]);
      // starts the map now, so that one round trip does; its failure is seen below
      reading = back.read({ at: 0, into: words });
      reading.catch(() => {});
    });
    await reading;
  }

  function inPass(encoder: GPUCommandEncoder, record: (pass: GPUComputePassEncoder) => void): void {
    const pass = encoder.beginComputePass({ label: WHAT });
    record(pass);
    pass.end();
  }

  /** Layers may have ended in either field: all of them go to the one that is current then. */
  function gather(results: readonly (readonly [layer: number, parity: number])[]): void {
    const parityOf = new Map(results);
    engine.current = results[0]![1];
    const encoder = device.createCommandEncoder({ label: 'diffusion: gather' });
    for (let l = 0; l < layerCount; l++) {
      const parity = parityOf.get(l) ?? before;
      if (parity === engine.current) continue;
      const at = 4 * l * layerWords;
      encoder.copyBufferToBuffer(
        engine.field(parity),
        at,
        engine.field(1 - parity),
        at,
        4 * layerWords,
      );
    }
    device.queue.submit([encoder.finish()]);
    engine.forceNext();
  }
  /** The field that was current when the call began. */
  let before = 0;

  return {
    async front(layers, limit, { signal, onProgress }) {
      before = engine.current;
      words.fill(0);
      for (const layer of layers) {
        for (const phase of [0, 1, 2]) {
          const r = recordOf(layer, phase);
          words[r + RECORD.mode] = MODE.run;
          words[r + RECORD.exec] = 1 - before;
        }
      }
      device.queue.writeBuffer(control, 0, words);
      for (let phase = 0; phase < 6; phase++) {
        engine.setSlot(SETTLE_SLOT + phase, { phase, limit, layers });
      }
      engine.forceNext();

      // the first dispatch reads the field that is current
      let next = before;
      let began = false;
      let dispatches = 0;
      const perLook = stallDispatches(mostSteps);
      // those of an open map, and what it takes to find the end
      const likely = Math.min(limit, longestSide);
      let batch =
        Math.ceil(likely / mostSteps) + (stalls ? 2 * Math.ceil(likely / STALL_INTERVAL) : 0) + 4;
      let perSubmit = PER_SUBMIT.first;
      for (;;) {
        signal?.throwIfAborted();
        for (let left = batch; left > 0;) {
          const count = Math.min(left, perSubmit);
          left -= count;
          perSubmit = Math.min(PER_SUBMIT.most, 2 * perSubmit);
          const encoder = device.createCommandEncoder({ label: WHAT });
          inPass(encoder, (pass) => {
            if (!began) engine.encodeTest(pass, 'lack', SETTLE_SLOT + next, before, layers.length);
            began = true;
            for (let k = 0; k < count; k++, next = (next + 1) % 6) {
              const slot = SETTLE_SLOT + next;
              engine.encodeStep(pass, 'front', slot, next & 1, layers.length);
              if (++dispatches % perLook !== 0 || !stalls) continue;
              engine.encodeTest(pass, 'compare', slot, 1 - (next & 1), layers.length);
              engine.encodeTest(pass, 'stall', slot, 0, layers.length);
            }
          });
          device.queue.submit([encoder.finish()]);
        }
        await submitAndLook(() => {});
        const records = layers.map((layer) => recordOf(layer, next + 2));
        const over = records.map((r) => words[r + RECORD.mode]! >= MODE.done);
        if (over.every(Boolean)) {
          const steps = records.map((r) => words[r + RECORD.base]!);
          const reason = records.map((r) => FRONT_REASON[words[r + RECORD.mode]!]!);
          gather(records.map((r, i) => [layers[i]!, 1 - words[r + RECORD.exec]!]));
          const changes = reason.map((why) => (why === 'stalled' ? 0 : NaN));
          return { steps, reason, changes };
        }
        onProgress(Math.max(...records.map((r) => words[r + RECORD.base]!)));
        if (signal?.aborted) {
          // dispatches that were to redo some steps have to come to that
          await submitAndLook((encoder) =>
            inPass(encoder, (pass) => {
              for (let k = 0; k < 3; k++, next = (next + 1) % 6) {
                engine.encodeStep(pass, 'front', SETTLE_SLOT + next, next & 1, layers.length);
              }
            }),
          );
          gather(
            layers.map((layer) => [layer, 1 - words[recordOf(layer, next + 2) + RECORD.exec]!]),
          );
          signal.throwIfAborted();
        }
        batch = Math.min(MOST_DISPATCHES, 16 + 2 * batch);
      }
    },

    async residual(layers, limit, interval, tolerance, { signal, onProgress }) {
      before = engine.current;
      words.fill(0);
      device.queue.writeBuffer(control, 0, words);
      engine.forceNext();
      // the last step of an interval by itself: the two fields are then one step apart
      const counts: number[] = [];
      for (let left = interval - 1; left > 0; left -= mostSteps) {
        counts.push(Math.min(left, mostSteps));
      }
      counts.push(1);
      const slotOf = (i: number, parity: number): number => SETTLE_SLOT + 2 * i + parity;
      const judge = SETTLE_SLOT + 2 * counts.length;
      for (const [i, steps] of counts.entries()) {
        for (const phase of [0, 1]) engine.setSlot(slotOf(i, phase), { phase, steps, layers });
      }
      engine.setSlot(judge, { limit: interval, tolerance, layers });
      const stepsOf = (layer: number): number => words[recordOf(layer, 0) + RECORD.base]!;
      const isDone = (layer: number): boolean =>
        words[recordOf(layer, 0) + RECORD.mode] === MODE.done;

      let parity = before;
      const intervals = Math.floor(limit / interval);
      for (let begun = 0, batch = 8; begun < intervals; batch = Math.min(128, 2 * batch)) {
        const count = Math.min(batch, intervals - begun);
        begun += count;
        await submitAndLook((encoder) =>
          inPass(encoder, (pass) => {
            for (let k = 0; k < count; k++) {
              for (let i = 0; i < counts.length; i++, parity = 1 - parity) {
                engine.encodeStep(pass, 'residual', slotOf(i, parity), parity, layers.length);
              }
              engine.encodeTest(pass, 'compare', judge, parity, layers.length);
              engine.encodeTest(pass, 'judge', judge, parity, layers.length);
            }
          }),
        );
        if (layers.every(isDone)) break;
        onProgress(Math.max(...layers.map(stepsOf)));
        if (signal?.aborted) break;
      }
      /** Steps after the last test, of layers that are not done. */
      const rest = signal?.aborted || layers.every(isDone) ? 0 : limit % interval;
      for (let left = rest; left > 0; left -= mostSteps) {
        engine.setSlot(judge + 1, { phase: parity, steps: Math.min(left, mostSteps), layers });
        const at = parity;
        await submitAndLook((encoder) =>
          inPass(encoder, (pass) => {
            engine.encodeStep(pass, 'residual', judge + 1, at, layers.length);
          }),
        );
        parity = 1 - parity;
      }
      gather(
        layers.map((layer) => {
          const turns = (stepsOf(layer) / interval) * counts.length;
          return [layer, isDone(layer) ? (before + turns) & 1 : parity];
        }),
      );
      signal?.throwIfAborted();
      return {
        steps: layers.map((layer) => stepsOf(layer) + (isDone(layer) ? 0 : rest)),
        reason: layers.map((layer) => (isDone(layer) ? 'residual' : 'limit')),
        changes: layers.map((layer) => floats[recordOf(layer, 0) + 7]!),
      };
    },

    async count(layers, count, { signal, onProgress }) {
      before = engine.current;
      engine.forceNext();
      for (const phase of [0, 1]) {
        engine.setSlot(SETTLE_SLOT + phase, { phase, steps: mostSteps, layers });
      }
      let parity = before;
      for (let begun = 0; begun < count;) {
        const batch = Math.min(MOST_DISPATCHES, Math.ceil((count - begun) / mostSteps));
        await submitAndLook((encoder) =>
          inPass(encoder, (pass) => {
            for (let k = 0; k < batch; k++, parity = 1 - parity) {
              const steps = Math.min(mostSteps, count - begun);
              const slot = SETTLE_SLOT + (steps < mostSteps ? 2 : parity);
              if (slot === SETTLE_SLOT + 2) engine.setSlot(slot, { phase: parity, steps, layers });
              engine.encodeStep(pass, 'host', slot, parity, layers.length);
              begun += steps;
            }
          }),
        );
        onProgress(begun);
        if (signal?.aborted) break;
      }
      gather(layers.map((layer) => [layer, parity]));
      signal?.throwIfAborted();
    },
    destroy() {
      back.destroy();
    },
  };
}
