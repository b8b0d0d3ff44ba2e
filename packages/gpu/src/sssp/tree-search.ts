// Searches waves of sources, in memory that is kept from run to run. tree-runs.ts calls `search`
// for each wave.
import type { Timer } from '@wayfield/gpu-core/internal';
import type { CallQueue } from '../call-queue.ts';
import {
  createTreeWave,
  type EarlyRead,
  type Finish,
  type TreeWave,
  type WaveResult,
} from './tree-wave.ts';
import type { TreeRule } from './types.ts';
import type { WaveSetup } from './wave-buffers.ts';

/** The sources of one wave. */
export interface WaveSources {
  readonly sources: Uint32Array;
  /** Which of two banks, sets of buffers, the wave takes. */
  readonly bank: number;
  /** Sources that the bank has room for. */
  readonly size: number;
  readonly finish: Finish;
  readonly signal: AbortSignal | undefined;
  /** Makes a read of the results that goes with the search. */
  readonly early: ((wave: TreeWave) => EarlyRead) | undefined;
}

export interface TreeSearch {
  readonly memoryBytes: number;
  search(wave: WaveSources): Promise<{ wave: TreeWave; result: WaveResult }>;
  /** Frees the memory of all waves; the next `search` makes it again. */
  release(): void;
}

/** No memory yet: `search` makes it. */
export function createTreeSearch(setup: WaveSetup, timer: Timer, calls: CallQueue): TreeSearch {
  const { model, rule } = setup;
  /** The wave of each bank, and the rule for which its memory was made. */
  const waves = new Map<number, { readonly wave: TreeWave; readonly rule: TreeRule }>();

  /**
   * The wave of a bank. A wave that is too small, lacks room for the parents of this call or was
   * made for another rule is freed first.
   */
  async function waveFor(
    waveRule: TreeRule,
    { bank, size, finish }: WaveSources,
  ): Promise<TreeWave> {
    const parents = finish !== 'labels';
    calls.check();
    const known = waves.get(bank);
    const suits = known && known.rule === waveRule && known.wave.withParents >= parents;
    if (suits && known.wave.size >= size) return known.wave;
    known?.wave.destroy();
    waves.delete(bank);
    const made = await createTreeWave({ ...setup, rule: waveRule }, timer, size, parents);
    const wave = calls.keep(made);
    waves.set(bank, { wave, rule: waveRule });
    return wave;
  }

  return {
    get memoryBytes() {
      let bytes = 0;
      for (const { wave } of waves.values()) bytes += wave.memoryBytes;
      return bytes;
    },
    async search(given) {
      const { sources, finish, signal } = given;
      const seeds = sources.map((source) => model.slotOf(source));
      let wave = await waveFor(rule, given);
      let result = await wave.run(seeds, { finish, signal, early: given.early?.(wave) });
      if (result.unfinished) {
        // labels from the window on need epochs, which only the tiled rule has
        wave = await waveFor('tiled', given);
        result = await wave.run(seeds, { finish, signal, early: undefined });
      }
      return { wave, result };
    },
    release() {
      for (const { wave } of waves.values()) wave.destroy();
      waves.clear();
    },
  };
}
