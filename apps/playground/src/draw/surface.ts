// The calls that scenes draw with, the same on WebGPU and on a 2-D canvas. The world has its own
// units, y grows downwards; the camera says which part of it is on the screen.
import type { Rgba } from './colours.ts';
import type { View } from './view.ts';

/** Cells of a map, coloured by number. Raise `version` after changes of the arrays. */
export interface Raster {
  /** The upper left corner of the map in the world. Default 0, 0. */
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  /**
   * width * height indices into `palette`, which has 256 colours; in a GPUBuffer, four per word.
   */
  readonly index: Uint8Array | GPUBuffer;
  readonly palette: Uint32Array;
  version: number;
}

/** Agents on cells of a map, each on the way from its cell before to its cell now. */
export interface CellAgents {
  readonly kind: 'cells';
  readonly count: number;
  readonly mapWidth: number;
  /**
   * On WebGPU only: agents in this cell and later ones are not shown. Default: all are shown.
   */
  readonly cells?: number;
  readonly from: Uint32Array | GPUBuffer;
  readonly to: Uint32Array | GPUBuffer;
  /** For arrays: grows when they change. */
  readonly version: number;
}

/** Agents anywhere: x, y of each. */
export interface PointAgents {
  readonly kind: 'points';
  readonly count: number;
  readonly place: Float32Array | GPUBuffer;
  readonly version: number;
}

export type Agents = CellAgents | PointAgents;

export interface AgentStyle {
  /** 0: where they were, 1: where they are. */
  readonly phase: number;
  /** Diameter in world units, and the least on the screen in pixels. */
  readonly size: number;
  readonly leastPixels: number;
  /** Agent i has colour i modulo their number; at most 8. */
  readonly colours: readonly Rgba[];
}

/** Straight pieces: x0, y0, x1, y1 of each. Raise `version` after changes. */
export interface Lines {
  readonly piece: Float32Array;
  readonly count: number;
  version: number;
}

/**
 * Filled triangles: x0, y0, x1, y1, x2, y2 and an index into `palette` for each. Raise `version`
 * after changes.
 */
export interface Triangles {
  /** Seven entries per triangle. */
  readonly piece: Float32Array;
  readonly palette: Uint32Array;
  readonly count: number;
  version: number;
}

/**
 * Discs of different sizes. x of disc i is entry `first.x + i` of `data`; y and radius likewise.
 */
export interface Discs {
  readonly count: number;
  readonly data: Float32Array | GPUBuffer;
  /** Entries of `data` where the parts begin. */
  readonly first: { readonly x: number; readonly y: number; readonly radius: number };
  /**
   * Entry `firstTouch + i` chooses the colour of disc i: the number of discs that it touches; in
   * other scenes than Collisions, its goal or kind.
   */
  readonly touches: Uint32Array | GPUBuffer;
  readonly firstTouch: number;
  /** For arrays: grows when they change. */
  readonly version: number;
}

/** Pairs of discs, in buffers of the device. */
export interface DeviceLinks {
  readonly discs: Discs;
  /** Two discs of each. */
  readonly pairs: GPUBuffer;
  /** The arguments of the indirect draw: 6, number of pairs, 0, 0. */
  readonly instances: GPUBuffer;
}

/** A field in a buffer of the device: see `ResidentField` of @wayfield/diffusion/gpu. */
export interface DeviceField {
  readonly width: number;
  readonly height: number;
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly pitch: number;
  readonly precision: 'f32' | 'log';
  /** Scent has strength fade / (d + fade), where d is `top` minus its binary logarithm. */
  readonly top: number;
  readonly fade: number;
  readonly ramp: Uint32Array;
}

export interface Surface {
  readonly kind: 'webgpu' | 'canvas';
  /** False while earlier frames are still being drawn: the page then begins no frame. */
  readonly ready: boolean;
  /** The view of the last frame that was begun. */
  readonly view: View;
  begin(view: View, background: Rgba): void;
  raster(raster: Raster): void;
  agents(agents: Agents, style: AgentStyle): void;
  triangles(triangles: Triangles): void;
  /** `width` in pixels of the page; `{ world }` in world units. */
  lines(lines: Lines, width: number | { readonly world: number }, colour: Rgba): void;
  /** Entry k of `colours` is for discs with k in `touches`; the last entry, for k and more. */
  discs(discs: Discs, leastPixels: number, colours: readonly Rgba[]): void;
  /** Only there on WebGPU. */
  field?(field: DeviceField): void;
  /** Lines between the middles of discs that touch. Only there on WebGPU. */
  links?(links: DeviceLinks, width: number, colour: Rgba): void;
  end(): void;
}

/** A surface that a page shows. Call `picture` and `pixel` in the task that drew the frame. */
export interface Screen extends Surface {
  /** The last frame as PNG; null where it could not be made. */
  picture(): Promise<Blob | null>;
  /** Red, green, blue of a pixel of the last frame. */
  pixel(x: number, y: number): Promise<readonly number[]>;
  /** Ends its workers. */
  close(): void;
}

/** The context of a canvas of a page or of a worker. */
export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas of a page or of a worker. */
export type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;

/** Strength of a scent, 0 to 1, at `bits` binary orders of magnitude below `top`: 1 at the goal. */
export function strengthOf(bits: number, fade: number): number {
  const depth = Math.max(0, bits);
  return fade / (depth + fade);
}
