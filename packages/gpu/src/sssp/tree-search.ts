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
  destroy(): void;
}

/** No memory yet: `search` makes it. */
export function createTreeSearch(setup: WaveSetup, timer: Timer, calls: CallQueue): TreeSearch {
  const { model, rule } = setup;
  const waves = new Map<string, TreeWave>();

  /** The wave of a bank. One that is too small, or has no room for parents, is freed first. */
  async function waveFor(
    waveRule: TreeRule,
    { bank, size, finish }: WaveSources,
  ): Promise<TreeWave> {
    const parents = finish !== 'labels';
    calls.check();
    const name = `${waveRule} ${bank}`;
    const known = waves.get(name);
    if (known && known.size >= size && known.withParents >= parents) return known;
    known?.destroy();
    waves.delete(name);
    const made = await createTreeWave({ ...setup, rule: waveRule }, timer, size, parents);
    const wave = calls.keep(made);
    waves.set(name, wave);
    return wave;
  }

  return {
    get memoryBytes() {
      let bytes = 0;
      for (const wave of waves.values()) bytes += wave.memoryBytes;
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
    destroy() {
      for (const wave of waves.values()) wave.destroy();
    },
  };
}
