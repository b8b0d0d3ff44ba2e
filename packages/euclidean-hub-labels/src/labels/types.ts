import type { Nearest } from '@wayfield/navmesh/internal/queries';

/**
 * Euclidean hub labels of a mesh: typed arrays and numbers only, made by `buildPointLabels` or
 * `readPointLabels`. They must not be changed.
 */
export interface PointLabels {
  /** The grid: its corner, the side of a cell, and the numbers of its cells. */
  readonly minX: number;
  readonly minY: number;
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  /** Corners of the mesh at which paths turn. */
  readonly cornerCount: number;
  /**
   * The entries of the labels, four words each: f64 length of the path to the hub, the entry of the
   * next corner on the path (at the hub the entry itself), the corner. Hub by hub in their order.
   */
  readonly entries: Uint32Array;
  /** Per cell: where its list ends in `lists`. */
  readonly listEnd: Uint32Array;
  /** The lists of all cells. */
  readonly lists: Uint32Array;
  /** Bytes of all arrays. */
  readonly byteLength: number;
  /** Of the mesh that the labels are of. */
  readonly meshChecksum: number;
}

/** Options of `run` of a search by labels. */
export interface LabelRunOptions {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost' | undefined;
  /**
   * As in `run` of `createPolyanya` on the same triangles: of several nearest points at the same
   * distance, merged polygons may have another one. Default false.
   */
  readonly nearest?: Nearest | undefined;
}
