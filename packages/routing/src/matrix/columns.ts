// The targets of a matrix: their entries, and the places at which sweeps leave the costs of the
// entries. matrix.ts makes `Columns` per call; async-matrix.ts uses `directCosts` alone.
import type { HierarchySolver, TargetSweeps } from '@wayfield/cpu-wasm/hierarchy';
import type { Ends } from '../network/ends.ts';
import type { RoadPoint } from '../types.ts';

/** The targets of a matrix with sweeps prepared for them. */
export interface Columns {
  readonly count: number;
  readonly sweeps: TargetSweeps;
  /**
   * Writes `rows` rows, one per source of the sweep, each from its lane: the least cost over the
   * entries of each target.
   */
  fill(
    swept: { readonly lanes: number; readonly dist: Float32Array },
    out: Float32Array,
    rows: number,
  ): void;
  /** Lowers the costs of a row where the source and a target lie on one arc. */
  lowerDirect(source: RoadPoint, row: Float32Array): void;
}

export function createColumns(
  solver: HierarchySolver,
  ends: Ends,
  targets: readonly RoadPoint[],
): Columns {
  const count = targets.length;
  const first = new Uint32Array(count + 1);
  const nodes: number[] = [];
  const costs: number[] = [];
  targets.forEach((target, j) => {
    for (const { node, cost } of ends.entries(target)) {
      nodes.push(node);
      costs.push(cost);
    }
    first[j + 1] = nodes.length;
  });
  const sweeps = solver.sweepsTo(nodes);
  const cost = Float64Array.from(costs);
  const { place } = sweeps;

  return {
    count,
    sweeps,
    fill({ lanes, dist }, out, rows) {
      const least = new Float64Array(lanes);
      for (let j = 0; j < count; j++) {
        least.fill(Infinity);
        for (let e = first[j]; e < first[j + 1]; e++) {
          const at = place[e] * lanes;
          const after = cost[e];
          for (let i = 0; i < lanes; i++) {
            const sum = dist[at + i] + after;
            if (sum < least[i]) least[i] = sum;
          }
        }
        for (let i = 0, at = j; i < rows; i++, at += count) out[at] = least[i];
      }
    },
    lowerDirect: directCosts(ends, targets),
  };
}

/** A function that lowers the costs of a row where the source and a target lie on one arc. */
export function directCosts(ends: Ends, targets: readonly RoadPoint[]): Columns['lowerDirect'] {
  const onRoad = new Map<number, number[]>();
  targets.forEach(({ road }, j) => {
    const there = onRoad.get(road);
    if (there) there.push(j);
    else onRoad.set(road, [j]);
  });
  return (source, row) => {
    const there = onRoad.get(source.road);
    if (there === undefined) return;
    const exits = ends.exits(source);
    for (const j of there) {
      for (const { arc } of ends.entries(targets[j])) {
        if (!exits.some((exit) => exit.arc === arc)) continue;
        const ahead = ends.ahead(arc, source, targets[j]);
        if (ahead >= 0 && ahead < row[j]) row[j] = ahead;
      }
    }
  };
}
