// Bits of the cells that a goal of a layer reaches, kept up to date as goals and obstacles change.
// `take` of changes.ts calls `update`; layers in which pursuers emit are left to the device
// (pursuers/marks.ts).
import type { ModelState } from '../../model/model-state.ts';
import type { FieldLayout } from '../memory/layout.ts';

export interface Reach {
  readonly words: Uint32Array;
  /**
   * Brings the mask up to date after the terrain of `cells` or the goals have changed. Returns
   * undefined if no other bits than those of `cells` have changed; then `touched` is called with
   * each word that changed. Else returns the whole mask.
   */
  update(cells: Iterable<number>, touched: (word: number) => void): Uint32Array | undefined;
}

export function createReach(state: ModelState, l: number, layout: FieldLayout): Reach {
  const { regions, map } = state;
  const layer = state.layers[l];
  const words = new Uint32Array(layout.maskWords);
  /** The `signature` for which `words` was built; '?' before the first build. */
  let known = '?';
  /** Cells whose bit is set. */
  let count = 0;

  /** Regions with goals, and how often regions fell apart. */
  function signature(): string {
    const found = new Set<number>();
    for (const cell of layer.active().cell) found.add(regions.of(cell));
    return `${[...found].sort((a, b) => a - b).join()} ${regions.splits}`;
  }

  function rebuild(): void {
    words.fill(0);
    count = 0;
    if (layer.active().cell.length === 0) return;
    for (let y = 0, v = 0; y < map.height; y++) {
      for (let x = 0; x < map.width; x++, v++) {
        if (!layer.reaches(v)) continue;
        words[y * layout.maskPitch + (x >> 5)] |= 1 << (x & 31);
        count++;
      }
    }
  }

  return {
    words,
    update(cells, touched) {
      const now = signature();
      let expected = count;
      for (const cell of cells) {
        const [word, bit] = layout.bitOf(cell);
        const was = (words[word] >>> bit) & 1;
        const is = layer.reaches(cell) ? 1 : 0;
        if (was === is) continue;
        words[word] ^= 1 << bit;
        expected += is - was;
        touched(word);
      }
      if (now === known && expected === layer.reachable()) {
        count = expected;
        return undefined;
      }
      known = now;
      rebuild();
      return words;
    },
  };
}
