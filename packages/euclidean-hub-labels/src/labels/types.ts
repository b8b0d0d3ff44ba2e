import type { Nearest } from '@wayfield/navmesh/internal/queries';

/**
 * Euclidean hub labels of a mesh: typed arrays and numbers only, made by `buildPointLabels` or
 * `readPointLabels`. They must not be changed.
 */
export interface PointLabels {
  /** The grid: the corner with least x and y, the side of a cell, how many columns and rows. */
  readonly minX: number;
  readonly minY: number;
  readonly cellSize: number;
  readonly columns: number;
  readonly rows: number;
  /** The number of corners of the mesh, at which paths can turn. */
  readonly cornerCount: number;
  /**
   * The entries of the labels, four words each: f64 length of the path to the hub, the entry of the
   * next corner on the path (at the hub the entry itself), the corner. Hub by hub, in the order of
   * their ranks.
   */
  readonly entries: Uint32Array;
  /** Per cell, row by row: the word at which its list ends in `lists`. */
  readonly listEnd: Uint32Array;
  /** The lists of all cells, one after another. A list may be empty. */
  readonly lists: Uint32Array;
  /** Bytes of all arrays. */
  readonly byteLength: number;
  /** The checksum of the mesh that was labelled. */
  readonly meshChecksum: number;
}

/** Options of `run` of a `LabelSearch`, `LiveLabelSearch` or `LabelPool`. */
export interface LabelRunOptions {
  /** 'cost' leaves the paths out: `x` and `y` are empty. Default 'routes'. */
  readonly result?: 'routes' | 'cost' | undefined;
  /**
   * Which ends may move to the nearest point of the mesh, as for `createPolyanya` on the same
   * triangles: among several nearest points, a mesh of merged polygons may give another one.
   * Default false.
   */
  readonly nearest?: Nearest | undefined;
}
