// The interface of the solver of collisions: a worker or the GPU.
import type { DeviceLinks, Discs } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';

/** A grid into whose cells the bodies of some sizes are sorted. */
export interface CellGrid {
  readonly originX: number;
  readonly originY: number;
  readonly side: number;
}

/** A part of the world: left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export interface CollisionsSolver {
  readonly backend: string;
  /** Size of the world, which begins at 0, 0. */
  readonly width: number;
  readonly height: number;
  readonly discs: Discs;
  /** Pairs that touch, in buffers of the device; undefined: see `linksIn`. */
  readonly links: DeviceLinks | undefined;
  /** Slots of pairs that touch and have a body in `box`, at most `MOST_LINKS` pairs. */
  linksIn?(box: Box): Promise<Uint32Array>;
  /** The number of pairs that touch. The GPU reads it every few ticks. */
  readonly pairs: number;
  /** The grids of the last search whose grids are known, the finest first. */
  readonly cells: readonly CellGrid[];
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  /** Places, sizes and pairs after the same tick, for tests and exports. */
  snapshot(): Promise<Snapshot>;
  destroy(): void;
}

export interface Snapshot {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** The number of pairs that touch. */
  readonly pairs: number;
}

/** The parts of the array in which a worker sends places and sizes. */
export function partsOf(data: Float32Array): Omit<Snapshot, 'pairs'> {
  const count = data.length / 3;
  const [x, y, radius] = [0, 1, 2].map((part) => data.subarray(part * count, (part + 1) * count));
  return { x, y, radius };
}

export const MOST_LINKS = 20_000;
