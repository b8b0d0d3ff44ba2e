// The agents of a field guide, gathered goal by goal in the order of their slots, as `steer` of
// @wayfield/diffusion takes them.
import type { Members } from './members.ts';
import { GUIDE_STATUS, type GuidedCrowd } from './types.ts';

/** Where the cells of a field lie in the world, in metres. */
export interface FieldPlace {
  readonly width: number;
  readonly height: number;
  readonly cellSize: number;
  readonly originX: number;
  readonly originY: number;
}

/** What `steer` writes per agent: a unit vector or 0, 0, and a number of `STEER_STATUS`. */
export interface FieldDirections {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly status: Uint8Array;
}

/** Agents with one goal, as `steer` takes them: `count` entries each, positions in cells. */
export interface FieldRow {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly options: {
    readonly radius: Float64Array;
    readonly layer: string;
    readonly out: FieldDirections;
  };
}

/** All agents of a guide, sorted by goal. */
export interface FieldRows {
  readonly slot: Uint32Array;
  /** Positions in cells, in the order of `slot`. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * Speeds in metres per second, in the order of `slot`. `gather` writes the speed far from a goal;
   * `slowDown` in field-guide.ts lowers it near the goal.
   */
  readonly pace: Float64Array;
  /** The agents with goal g are entries first[g] to first[g + 1] - 1. */
  readonly first: Uint32Array;
  /** Sorts the guide's agents by goal, for an update; `goal` has an entry per slot. */
  gather(goal: Uint16Array): void;
  /** The agents with a goal. The same object until their number or their first entry changes. */
  row(goal: number): FieldRow;
}

/** `steer` takes discs with radii of up to half a cell; larger discs count as half a cell. */
const MOST_RADIUS = 0.5;

export function createFieldRows(
  crowd: GuidedCrowd,
  members: Members,
  layers: readonly string[],
  place: FieldPlace,
): FieldRows {
  const { capacity, positionX, positionY, radius } = crowd;
  const { cellSize, originX, originY } = place;
  const x = new Float64Array(capacity);
  const y = new Float64Array(capacity);
  const r = new Float64Array(capacity);
  const pace = new Float64Array(capacity);
  const slots = new Uint32Array(capacity);
  const out = {
    x: new Float32Array(capacity),
    y: new Float32Array(capacity),
    status: new Uint8Array(capacity),
  };
  const first = new Uint32Array(layers.length + 1);
  const next = new Uint32Array(layers.length);
  const kept: (FieldRow & { readonly from: number })[] = [];

  function viewsOf(goal: number): FieldRow & { readonly from: number } {
    const [from, to] = [first[goal], first[goal + 1]];
    return {
      from,
      count: to - from,
      x: x.subarray(from, to),
      y: y.subarray(from, to),
      options: {
        radius: r.subarray(from, to),
        layer: layers[goal],
        out: {
          x: out.x.subarray(from, to),
          y: out.y.subarray(from, to),
          status: out.status.subarray(from, to),
        },
      },
    };
  }

  return {
    slot: slots,
    x,
    y,
    pace,
    first,
    gather(goal) {
      const { end } = crowd;
      first.fill(0);
      for (let slot = 0; slot < end; slot++) if (members.isMember(slot)) first[goal[slot] + 1]++;
      for (let g = 0; g < next.length; g++) {
        first[g + 1] += first[g];
        next[g] = first[g];
      }
      for (let slot = 0; slot < end; slot++) {
        // `isMember` in the loop above has given agents that were removed the status NONE
        if (members.status[slot] === GUIDE_STATUS.NONE) continue;
        const k = next[goal[slot]]++;
        slots[k] = slot;
        // in f64, so that positions keep their precision far from the origin
        x[k] = (positionX[slot] - originX) / cellSize;
        y[k] = (positionY[slot] - originY) / cellSize;
        r[k] = Math.min(MOST_RADIUS, radius[slot] / cellSize);
        pace[k] = members.speed[slot];
      }
    },
    row(goal) {
      const row = kept[goal];
      const count = first[goal + 1] - first[goal];
      if (row !== undefined && row.from === first[goal] && row.count === count) return row;
      return (kept[goal] = viewsOf(goal));
    },
  };
}
