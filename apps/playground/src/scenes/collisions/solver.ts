// What the scene of collisions needs of its solver, whether it is a worker or the GPU.
import type { DeviceLinks, Discs } from '../../draw/surface.ts';
import type { TickReport } from '../scene.ts';

/** A grid of cells that bodies of some sizes are sorted into. */
export interface CellGrid {
  readonly originX: number;
  readonly originY: number;
  readonly side: number;
}

/** A part of the world: left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export interface CollisionsSolver {
  readonly backend: string;
  /** Of the world, which begins at 0, 0. */
  readonly width: number;
  readonly height: number;
  readonly discs: Discs;
  /** Pairs that touch: as lines from the device, or asked for. */
  readonly links: DeviceLinks | undefined;
  /** Slots of pairs that touch and have a body in `box`: not more than `MOST_LINKS`. */
  linksIn?(box: Box): Promise<Uint32Array>;
  /** How many pairs touch: on the device, as it was some ticks ago. */
  readonly pairs: number;
  /** The grids of the last search that is known of, the finest first. */
  readonly cells: readonly CellGrid[];
  readonly memoryBytes: number;
  tick(count: number): Promise<TickReport>;
  /** Places, sizes and pairs of one and the same time, for tests and exports. */
  snapshot(): Promise<Snapshot>;
  destroy(): void;
}

export interface Snapshot {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** How many pairs touch. */
  readonly pairs: number;
}

/** Places and sizes, which a worker sends one after the other in one array. */
export function partsOf(data: Float32Array): Omit<Snapshot, 'pairs'> {
  const count = data.length / 3;
  const [x, y, radius] = [0, 1, 2].map((part) => data.subarray(part * count, (part + 1) * count));
  return { x, y, radius };
}

export const MOST_LINKS = 20_000;
