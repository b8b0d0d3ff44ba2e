// The calls that scenes draw with, the same on WebGPU and on a 2-D canvas. The world has its own
// units, y grows downwards; the camera says which part of it is on the screen.
import type { Rgba } from './colours.ts';
import type { View } from './view.ts';

/** Cells of a map, coloured by number. The arrays are looked at again when `version` has grown. */
export interface Raster {
  /** The upper left corner of the map in the world. Default 0, 0. */
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  /**
   * width * height entries into `palette`, which has 256 colours; on the device four of them in a
   * word.
   */
  readonly index: Uint8Array | GPUBuffer;
  readonly palette: Uint32Array;
  version: number;
}

/** Agents on cells of a map, each between the cell before and the cell now. */
export interface CellAgents {
  readonly kind: 'cells';
  readonly count: number;
  readonly mapWidth: number;
  /**
   * Cells of the map: agents in other cells are not shown. Default: all cells are of the map.
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

/** Straight pieces: x0, y0, x1, y1 of each. Looked at again when `version` has grown. */
export interface Lines {
  readonly piece: Float32Array;
  readonly count: number;
  version: number;
}

/**
 * Filled triangles: x0, y0, x1, y1, x2, y2 and a number of `palette` for each. Looked at again when
 * `version` has grown.
 */
export interface Triangles {
  /** Seven entries per triangle. */
  readonly piece: Float32Array;
  readonly palette: Uint32Array;
  readonly count: number;
  version: number;
}

/**
 * Discs of sizes of their own: x, y and radius of disc i are entries i of their parts of `data`.
 */
export interface Discs {
  readonly count: number;
  readonly data: Float32Array | GPUBuffer;
  /** Entries of `data` where the parts begin. */
  readonly first: { readonly x: number; readonly y: number; readonly radius: number };
  /** From entry `firstTouch` on: how many others each touches. */
  readonly touches: Uint32Array | GPUBuffer;
  readonly firstTouch: number;
  /** For arrays: grows when they change. */
  readonly version: number;
}

/** Pairs of discs that lie on the device. */
export interface DeviceLinks {
  readonly discs: Discs;
  /** Two discs of each. */
  readonly pairs: GPUBuffer;
  /** Words 6, pairs, 0, 0: how they are drawn. */
  readonly instances: GPUBuffer;
}

/** A field that lies on the device: see `ResidentField` of @wayfield/diffusion/gpu. */
export interface DeviceField {
  readonly width: number;
  readonly height: number;
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly pitch: number;
  readonly precision: 'f32' | 'log';
  /** Scent is shown by t = d / (d + fade), d its binary logarithm below `top`. */
  readonly top: number;
  readonly fade: number;
  readonly ramp: Uint32Array;
}

export interface Surface {
  readonly kind: 'webgpu' | 'canvas';
  /** False while frames are still being drawn: a slow device is waited for instead of buried. */
  readonly ready: boolean;
  /** What the frame that was begun last shows. */
  readonly view: View;
  begin(view: View, background: Rgba): void;
  raster(raster: Raster): void;
  agents(agents: Agents, style: AgentStyle): void;
  triangles(triangles: Triangles): void;
  /** `width` in pixels of the page, or in world units where it says so. */
  lines(lines: Lines, width: number | { readonly world: number }, colour: Rgba): void;
  /** Coloured by how many others each touches: the last colour for that many and more. */
  discs(discs: Discs, leastPixels: number, colours: readonly Rgba[]): void;
  /** Only there on WebGPU. */
  field?(field: DeviceField): void;
  /** Lines between the middles of discs that touch. Only there on WebGPU. */
  links?(links: DeviceLinks, width: number, colour: Rgba): void;
  end(): void;
}

/** A surface that a page shows. What it tells of its picture is asked in the task that drew it. */
export interface Screen extends Surface {
  /** The last frame as PNG; null where it could not be made. */
  picture(): Promise<Blob | null>;
  /** Red, green, blue of a pixel of the last frame. */
  pixel(x: number, y: number): Promise<readonly number[]>;
  /** Ends what it runs beside the page. */
  close(): void;
}

/** What canvases of the page and of workers have in common. */
export type Context2d = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** A canvas of a page or of a worker. */
export type AnyCanvas = HTMLCanvasElement | OffscreenCanvas;

/** How strong a field looks, 0 to 1, `bits` below its top: 1 at the goal, never quite 0 far off. */
export function strengthOf(bits: number, fade: number): number {
  const depth = Math.max(0, bits);
  return fade / (depth + fade);
}
