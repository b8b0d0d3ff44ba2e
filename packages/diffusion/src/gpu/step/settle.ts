// Settling on the device: many dispatches per submit, and a look at the records after each batch.
// With `front` the device decides how many steps each dispatch does (control.wgsl.ts). Called by
// src/gpu/settling.ts, and by src/gpu/steady/steady.ts for its first guess.
import { STALL_INTERVAL } from '../../constants.ts';
import type { SettleReason } from '../../types.ts';
import type { SettleWatch } from '../watch.ts';
import { MODE, RECORD, stallDispatches } from './control.wgsl.ts';
import { type Engine, SETTLE_SLOT } from './engine.ts';
import { createRecords, recordAt, type RecordPass, type Records } from './records.ts';

/**
 * Dispatches in one submit. The device starts on them while the next ones are recorded, at some 35
 * us each. The first submits of a call are short, so that the device starts soon, and each is twice
 * as long as the one before.
 */
const PER_SUBMIT = { first: 2, most: 32 };
/**
 * Most dispatches of a batch, between two looks at the records. The first batch of `front` has the
 * dispatches of an open map, which may be more.
 */
const MOST_DISPATCHES = 1024;

/** How the layers of a call ended. */
export interface Settled {
  /** One entry per layer of the call. */
  readonly steps: readonly number[];
  readonly reason: readonly SettleReason[];
  /**
   * The largest relative change of each layer when the layer was tested last; 0 for a front that
   * stalled; NaN for a layer that was not tested.
   */
  readonly changes: readonly number[];
}

/** When `Settler.residual` ends. */
export interface ResidualEnd {
  /** At most this many steps. */
  readonly limit: number;
  /** Steps between two tests. */
  readonly interval: number;
  readonly tolerance: number;
}

export interface Settler {
  /**
   * Steps the layers until no cell that a goal reaches is 0, or with `stalls` until no cell changes
   * any more; at most `limit` steps.
   */
  front(layers: readonly number[], limit: number, watch: SettleWatch): Promise<Settled>;
  /** Steps until no cell changes by more than the tolerance, tested every `interval` steps. */
  residual(layers: readonly number[], end: ResidualEnd, watch: SettleWatch): Promise<Settled>;
  /** `count` steps of these layers alone. */
  count(layers: readonly number[], count: number, watch: SettleWatch): Promise<void>;
  destroy(): void;
}

/** What a settler works on. */
export interface SettlerOn {
  readonly device: GPUDevice;
  readonly engine: Engine;
  /** Words of a layer of a field. */
  readonly layerWords: number;
  readonly layerCount: number;
  /** The longer of the map's width and height: the steps of a front from corner to corner. */
  readonly longestSide: number;
  /** Whether a front may stop because values become too small: true for precision 'f32'. */
  readonly stalls: boolean;
}

export function createSettler(on: SettlerOn): Settler {
  const records = createRecords(on.device, on.engine, on.layerWords, on.layerCount);
  return {
    front: (layers, limit, watch) => settleFront(on, records, layers, limit, watch),
    residual: (layers, end, watch) => settleResidual(on.engine, records, layers, end, watch),
    count: (layers, count, watch) => settleCount(on.engine, records, layers, count, watch),
    destroy: records.destroy,
  };
}

const FRONT_REASON: Readonly<Record<number, SettleReason>> = {
  [MODE.done]: 'front',
  [MODE.limit]: 'limit',
  [MODE.stalled]: 'stalled',
};

const sumOf = (steps: readonly number[]): number => steps.reduce((sum, one) => sum + one, 0);

/** Phases of dispatches: 3 records in turn times 2 parities. */
const PHASES = 6;

async function settleFront(
  on: SettlerOn,
  records: Records,
  layers: readonly number[],
  limit: number,
  { signal, onProgress }: SettleWatch,
): Promise<Settled> {
  const { engine, stalls } = on;
  const { words } = records;
  const before = engine.current;
  records.begin(layers, before);
  for (let phase = 0; phase < PHASES; phase++) {
    engine.setSlot(SETTLE_SLOT + phase, { phase, limit, layers });
  }
  engine.forceNext();
  const run = frontDispatches(on, records, layers);
  // as many dispatches as an open map takes, and four more that find the end (modes `wait`, `fix`)
  const likely = Math.min(limit, on.longestSide);
  const looks = stalls ? 2 * Math.ceil(likely / STALL_INTERVAL) : 0;
  let batch = Math.ceil(likely / engine.mostSteps) + looks + 4;
  for (;;) {
    signal?.throwIfAborted();
    await records.submitAndLook(...run.passes(batch));
    const at = run.newest();
    if (at.every((r) => words[r + RECORD.mode] >= MODE.done)) {
      const reason = at.map((r) => FRONT_REASON[words[r + RECORD.mode]]);
      records.gather(
        at.map((r, i) => [layers[i], 1 - words[r + RECORD.exec]]),
        before,
      );
      return {
        steps: at.map((r) => words[r + RECORD.base]),
        reason,
        changes: reason.map((why) => (why === 'stalled' ? 0 : NaN)),
      };
    }
    onProgress(sumOf(at.map((r) => words[r + RECORD.base])));
    if (signal?.aborted) {
      await run.finish();
      records.gather(
        run.newest().map((r, i) => [layers[i], 1 - words[r + RECORD.exec]]),
        before,
      );
      signal.throwIfAborted();
    }
    // batches grow, so that there are few looks; no measurement is recorded
    batch = Math.min(MOST_DISPATCHES, 16 + 2 * batch);
  }
}

/** The dispatches of a call of `front`, in order. */
interface FrontDispatches {
  /** The passes of the next `count` dispatches: to be recorded once, in order. */
  passes(count: number): RecordPass[];
  /** Words of the layers' newest records. */
  newest(): number[];
  /** Three more dispatches: a layer in mode `wait` redoes its steps and ends at the arrival. */
  finish(): Promise<void>;
}

function frontDispatches(
  { engine, stalls }: SettlerOn,
  records: Records,
  layers: readonly number[],
): FrontDispatches {
  const count = layers.length;
  const perLook = stallDispatches(engine.mostSteps);
  const before = engine.current;
  // the first dispatch reads the field that is current
  let next = before;
  let dispatches = 0;
  let perSubmit = PER_SUBMIT.first;

  function encodeNext(pass: GPUComputePassEncoder): void {
    const slot = SETTLE_SLOT + next;
    engine.encodeStep(pass, { counted: 'front', slot, parity: next & 1, layers: count });
    if (++dispatches % perLook === 0 && stalls) {
      engine.encodeTest(pass, 'compare', { slot, parity: 1 - (next & 1), layers: count });
      engine.encodeTest(pass, 'stall', { slot, parity: 0, layers: count });
    }
    next = (next + 1) % PHASES;
  }

  return {
    passes(batch) {
      const passes: RecordPass[] = [];
      for (let left = batch; left > 0;) {
        const some = Math.min(left, perSubmit);
        left -= some;
        perSubmit = Math.min(PER_SUBMIT.most, 2 * perSubmit);
        passes.push((pass) => {
          if (dispatches === 0) {
            const slot = SETTLE_SLOT + next;
            engine.encodeTest(pass, 'lack', { slot, parity: before, layers: count });
          }
          for (let k = 0; k < some; k++) encodeNext(pass);
        });
      }
      return passes;
    },
    newest: () => layers.map((layer) => recordAt(layer, next + 2)),
    finish: () =>
      records.submitAndLook((pass) => {
        for (let k = 0; k < 3; k++, next = (next + 1) % PHASES) {
          const slot = SETTLE_SLOT + next;
          engine.encodeStep(pass, { counted: 'front', slot, parity: next & 1, layers: count });
        }
      }),
  };
}

async function settleResidual(
  engine: Engine,
  records: Records,
  layers: readonly number[],
  { limit, interval, tolerance }: ResidualEnd,
  { signal, onProgress }: SettleWatch,
): Promise<Settled> {
  const { mostSteps } = engine;
  const { words, floats } = records;
  const count = layers.length;
  const before = engine.current;
  records.begin([], before);
  engine.forceNext();
  // the last step of an interval has its own dispatch, so that the two fields are one step apart
  const counts: number[] = [];
  for (let left = interval - 1; left > 0; left -= mostSteps) counts.push(Math.min(left, mostSteps));
  counts.push(1);
  const slotOf = (i: number, parity: number): number => SETTLE_SLOT + 2 * i + parity;
  const judge = SETTLE_SLOT + 2 * counts.length;
  for (const [i, steps] of counts.entries()) {
    for (const phase of [0, 1]) engine.setSlot(slotOf(i, phase), { phase, steps, layers });
  }
  engine.setSlot(judge, { limit: interval, tolerance, layers });
  const stepsOf = (layer: number): number => words[recordAt(layer, 0) + RECORD.base];
  const isDone = (layer: number): boolean => words[recordAt(layer, 0) + RECORD.mode] === MODE.done;

  let parity = before;
  const intervals = Math.floor(limit / interval);
  for (let begun = 0, batch = 8; begun < intervals; batch = Math.min(128, 2 * batch)) {
    const some = Math.min(batch, intervals - begun);
    begun += some;
    await records.submitAndLook((pass) => {
      for (let k = 0; k < some; k++) {
        for (let i = 0; i < counts.length; i++, parity = 1 - parity) {
          const slot = slotOf(i, parity);
          engine.encodeStep(pass, { counted: 'residual', slot, parity, layers: count });
        }
        engine.encodeTest(pass, 'compare', { slot: judge, parity, layers: count });
        engine.encodeTest(pass, 'judge', { slot: judge, parity, layers: count });
      }
    });
    if (layers.every(isDone)) break;
    onProgress(sumOf(layers.map(stepsOf)));
    if (signal?.aborted) break;
  }
  /** Steps after the last test, of layers that are not done. */
  const rest = signal?.aborted || layers.every(isDone) ? 0 : limit % interval;
  for (let left = rest; left > 0; left -= mostSteps, parity = 1 - parity) {
    engine.setSlot(SETTLE_SLOT, { phase: parity, steps: Math.min(left, mostSteps), layers });
    const from = { counted: 'residual', slot: SETTLE_SLOT, parity, layers: count } as const;
    await records.submitAndLook((pass) => engine.encodeStep(pass, from));
  }
  records.gather(
    layers.map((layer) => {
      const turns = (stepsOf(layer) / interval) * counts.length;
      return [layer, isDone(layer) ? (before + turns) & 1 : parity];
    }),
    before,
  );
  signal?.throwIfAborted();
  return {
    steps: layers.map((layer) => stepsOf(layer) + (isDone(layer) ? 0 : rest)),
    reason: layers.map((layer) => (isDone(layer) ? 'residual' : 'limit')),
    changes: layers.map((layer) =>
      intervals > 0 ? floats[recordAt(layer, 0) + RECORD.change] : NaN,
    ),
  };
}

async function settleCount(
  engine: Engine,
  records: Records,
  layers: readonly number[],
  count: number,
  { signal, onProgress }: SettleWatch,
): Promise<void> {
  const { mostSteps } = engine;
  const before = engine.current;
  engine.forceNext();
  for (const phase of [0, 1]) {
    engine.setSlot(SETTLE_SLOT + phase, { phase, steps: mostSteps, layers });
  }
  let parity = before;
  for (let begun = 0; begun < count;) {
    const batch = Math.min(MOST_DISPATCHES, Math.ceil((count - begun) / mostSteps));
    await records.submitAndLook((pass) => {
      for (let k = 0; k < batch; k++, parity = 1 - parity) {
        const steps = Math.min(mostSteps, count - begun);
        const last = steps < mostSteps;
        const slot = SETTLE_SLOT + (last ? 2 : parity);
        if (last) engine.setSlot(slot, { phase: parity, steps, layers });
        engine.encodeStep(pass, { counted: 'host', slot, parity, layers: layers.length });
        begun += steps;
      }
    });
    onProgress(begun * layers.length);
    if (signal?.aborted) break;
  }
  records.gather(
    layers.map((layer) => [layer, parity]),
    before,
  );
  signal?.throwIfAborted();
}
