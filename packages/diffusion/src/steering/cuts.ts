// `wouldBlock`: whether blocking some cells would cut other cells off from the goals. Answered on
// the host for every backend (model/core.ts, gpu/steering/cuts-on.ts), from the terrain, by floods
// from all open cells beside the cells to be blocked.
//
// The floods take turns, a cell each, and floods that meet merge. In open ground they meet at once.
// A flood that ends has seen a whole side of the cut. The last flood need not end: its side has the
// cells of the region that are not to be blocked and that no ended flood has seen. The work is the
// number of cells of the smaller sides, times the number of floods.
import { either, list, number, refuse, typed } from '@wayfield/check';
import { checkCell, checkCells } from '../model/check-input.ts';
import type { LayerState } from '../model/layer-state.ts';
import type { ModelState } from '../model/model-state.ts';
import { layerIndex } from '../model/resolve-options.ts';
import type { Cut, CutModel } from './types.ts';

const words = /* @__PURE__ */ typed(Uint32Array);
const placementRule = /* @__PURE__ */ either(/* @__PURE__ */ number(), list);

/** The questions of `CutModel` for a model whose terrain and goals `state` follows. */
export function createCuts(state: ModelState): CutModel {
  const { terrain } = state;
  const { layers } = state.options;
  let search: CutSearch | undefined;
  const layerOf = (layer: string | undefined): LayerState =>
    state.layers[layer === undefined ? 0 : layerIndex(layers, layer)];
  const searchNow = (): CutSearch => (search ??= createCutSearch(state));

  return {
    wouldBlock(cells, layer, places): Cut {
      checkCells(terrain.length, cells, 'cells');
      const goals = layerOf(layer);
      if (places !== undefined) checkCells(terrain.length, places, 'places');
      const now = searchNow();
      const count = now.run(goals, cells);
      const cut: number[] = [];
      for (let p = 0; p < (places?.length ?? 0); p++) if (now.cuts(goals, places![p])) cut.push(p);
      return { cells: count, places: Uint32Array.from(cut) };
    },
    wouldBlockEach(placements, layer, out) {
      list(placements, 'placements');
      for (let i = 0; i < placements.length; i++) {
        const placement = placements[i];
        const name = `placements[${i}]`;
        placementRule(placement, name);
        if (typeof placement === 'number') checkCell(terrain.length, placement, name);
        else checkCells(terrain.length, placement, name);
      }
      const goals = layerOf(layer);
      if (out !== undefined) {
        words(out, 'out');
        if (out.length < placements.length) {
          refuse('out.length', out.length, `at least ${placements.length}`);
        }
      }
      const counts = out ?? new Uint32Array(placements.length);
      const now = searchNow();
      for (let i = 0; i < placements.length; i++) {
        const placement = placements[i];
        counts[i] = now.run(goals, typeof placement === 'number' ? [placement] : placement);
      }
      return counts;
    },
  };
}

interface CutSearch {
  /** Counts the cells that would be cut off if these cells were blocked. */
  run(goals: LayerState, cells: ArrayLike<number>): number;
  /** Whether the cells to be blocked of the last `run` would cut this cell off. */
  cuts(goals: LayerState, cell: number): boolean;
}

function createCutSearch(state: ModelState): CutSearch {
  const { regions } = state;
  const floods = createFloods(state);
  /** Regions whose last flood, which did not end, is on a side without a goal. */
  const lost = new Set<number>();

  const hasGoal = (flood: Flood, goals: Uint32Array): boolean =>
    goals.some((cell) => floods.of(cell) === flood);

  /** The cells cut off in one region. */
  function cutIn(region: number, blocked: readonly number[], layer: LayerState): number {
    const goals = layer.active().cell;
    let going = floods.seed(blocked);
    let count = 0;
    let seen = 0;
    let ended = 0;
    while (going.length > 1) {
      for (const flood of going) {
        if (flood.into !== flood) continue;
        if (flood.done < flood.queue.length) {
          floods.grow(flood);
          continue;
        }
        ended++;
        seen += flood.seen;
        flood.cut = !hasGoal(flood, goals);
        if (flood.cut) count += flood.seen;
        flood.done = Infinity;
      }
      going = going.filter((flood) => flood.into === flood && flood.done < Infinity);
    }
    if (going.length === 0) return count;
    // all floods met, so the region stays whole; only goals among the blocked cells may be lost
    if (ended === 0 && !blocked.some((v) => layer.isGoal(v))) return count;
    // a goal that no ended flood has seen is on the side of the last flood
    const [last] = going;
    const kept = goals.some((cell) => {
      if (floods.isToBlock(cell) || regions.of(cell) !== region) return false;
      const flood = floods.of(cell);
      return flood === undefined || flood === last;
    });
    if (kept) return count;
    lost.add(region);
    return count + regions.sizeOf(region) - blocked.length - seen;
  }

  return {
    run(layer, cells) {
      floods.clear();
      lost.clear();
      const byRegion = new Map<number, number[]>();
      for (let i = 0; i < cells.length; i++) {
        const v = cells[i];
        if (floods.isToBlock(v) || !layer.reaches(v)) continue;
        floods.toBlock(v);
        const region = regions.of(v);
        const there = byRegion.get(region);
        if (there === undefined) byRegion.set(region, [v]);
        else there.push(v);
      }
      let count = 0;
      for (const [region, blocked] of byRegion) count += cutIn(region, blocked, layer);
      return count;
    },
    cuts(layer, cell) {
      if (floods.isToBlock(cell) || !layer.reaches(cell)) return false;
      const flood = floods.of(cell);
      return flood?.done === Infinity ? flood.cut : lost.has(regions.of(cell));
    },
  };
}

/** A flood from one cell beside the cells to be blocked, or several floods that have met. */
interface Flood {
  /** The flood that this flood has become part of, or this flood itself. */
  into: Flood;
  /** Cells in the order in which they were seen. */
  queue: number[];
  /** How many cells of `queue` were expanded; `Infinity`: the flood has ended. */
  done: number;
  /** Number of cells seen, also by floods that have become part of this flood. */
  seen: number;
  /** The flood has ended, and no goal is among its cells. */
  cut: boolean;
}

/** Floods of one search over the open cells of a map. */
interface Floods {
  clear(): void;
  toBlock(v: number): void;
  isToBlock(v: number): boolean;
  /** Floods from all cells beside these, which are to be blocked. */
  seed(blocked: readonly number[]): Flood[];
  /**
   * Expands the next cell of a flood: marks its open neighbours, and merges floods that it meets.
   */
  grow(flood: Flood): void;
  /** The flood that has seen a cell. */
  of(v: number): Flood | undefined;
}

/** Marks: 0 = not seen by the current search, 1 = to be blocked, else 2 + the index of a flood. */
const TO_BLOCK = 1;
/** Above this base all marks are cleared, so that no mark exceeds u32. */
const MOST_MARKS = 0xf0000000;

function createFloods({ map, beside, terrain }: ModelState): Floods {
  const { width, height } = map;
  /** Per cell, `base` plus its mark. A word of at most `base` is from an earlier search: mark 0. */
  const marks = new Uint32Array(terrain.length);
  let base = 0;
  let floods: Flood[] = [];

  const markOf = (v: number): number => (marks[v] > base ? marks[v] - base : 0);
  const rootOf = (mark: number): Flood => {
    let flood = floods[mark - TO_BLOCK - 1];
    while (flood.into !== flood) flood = flood.into = flood.into.into;
    return flood;
  };
  /** Calls `look` for each open neighbour of a cell. */
  function around(v: number, look: (to: number) => void): void {
    const x = v % width;
    const y = (v - x) / width;
    const [up, down, left, right] = [y > 0, y + 1 < height, x > 0, x + 1 < width];
    if (up && terrain[v - width] !== 0) look(v - width);
    if (left && terrain[v - 1] !== 0) look(v - 1);
    if (right && terrain[v + 1] !== 0) look(v + 1);
    if (down && terrain[v + width] !== 0) look(v + width);
    // with a corner rule other than 'always', diagonal steps connect no further cells (regions.ts)
    if (beside !== 0) return;
    if (up && left && terrain[v - width - 1] !== 0) look(v - width - 1);
    if (up && right && terrain[v - width + 1] !== 0) look(v - width + 1);
    if (down && left && terrain[v + width - 1] !== 0) look(v + width - 1);
    if (down && right && terrain[v + width + 1] !== 0) look(v + width + 1);
  }

  return {
    clear() {
      base += floods.length + TO_BLOCK;
      floods = [];
      if (base < MOST_MARKS) return;
      marks.fill(0);
      base = 0;
    },
    toBlock(v) {
      marks[v] = base + TO_BLOCK;
    },
    isToBlock: (v) => markOf(v) === TO_BLOCK,
    seed(blocked) {
      const mine: Flood[] = [];
      for (const v of blocked) {
        around(v, (to) => {
          if (markOf(to) !== 0) return;
          const flood = { queue: [to], done: 0, seen: 1, cut: false } as unknown as Flood;
          flood.into = flood;
          floods.push(flood);
          mine.push(flood);
          marks[to] = base + TO_BLOCK + floods.length;
        });
      }
      return mine;
    },
    grow(flood) {
      const v = flood.queue[flood.done++];
      const mark = marks[v];
      around(v, (to) => {
        const there = markOf(to);
        if (there === TO_BLOCK) return;
        if (there === 0) {
          marks[to] = mark;
          flood.seen++;
          flood.queue.push(to);
          return;
        }
        const other = rootOf(there);
        if (other === flood) return;
        other.into = flood;
        flood.seen += other.seen;
        for (let q = other.done; q < other.queue.length; q++) flood.queue.push(other.queue[q]);
        other.queue = [];
      });
    },
    of: (v) => (markOf(v) > TO_BLOCK ? rootOf(markOf(v)) : undefined),
  };
}
