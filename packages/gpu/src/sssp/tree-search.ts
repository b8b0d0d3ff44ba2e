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
import { type WaveSetup, wordsPerSource } from './wave-buffers.ts';

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

/** What a wave has room for. */
type WaveRoom = Pick<TreeWave, 'size' | 'withParents'>;

/**
 * The room of a wave that replaces `kept`: enough for both, so that calls with many sources and
 * calls with parents may take turns, where that takes no more bytes than `kept` and `asked`
 * together. These fit into the budget, or kept-memory.ts would have freed `kept`.
 */
function roomForBoth(
  kept: WaveRoom,
  asked: WaveRoom,
  bytesOf: (room: WaveRoom) => number,
): WaveRoom {
  const both = {
    size: Math.max(kept.size, asked.size),
    withParents: kept.withParents || asked.withParents,
  };
  return bytesOf(both) <= bytesOf(kept) + bytesOf(asked) ? both : asked;
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
    const asked = { size, withParents: finish !== 'labels' };
    calls.check();
    const known = waves.get(bank);
    const kept = known?.rule === waveRule ? known.wave : undefined;
    if (kept && kept.size >= size && kept.withParents >= asked.withParents) return kept;
    const room = kept ? roomForBoth(kept, asked, (needed) => bytesOf(waveRule, needed)) : asked;
    known?.wave.destroy();
    waves.delete(bank);
    const given = { ...setup, rule: waveRule };
    const wave = calls.keep(await createTreeWave(given, timer, room.size, room.withParents));
    waves.set(bank, { wave, rule: waveRule });
    return wave;
  }

  /** The bytes that tree-plan.ts counts for a wave. */
  function bytesOf(waveRule: TreeRule, { size, withParents }: WaveRoom): number {
    const words = Object.values(wordsPerSource(model, waveRule, withParents));
    return 4 * size * words.reduce((sum, each) => sum + each, 0);
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
