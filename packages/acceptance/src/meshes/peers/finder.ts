import type { ConvexScene } from '@wayfield/bench/internal/meshes/measure/convex-scene';

/** A program that finds paths in a scene. */
export interface MeshFinder {
  readonly name: string;
  /** The packages that it needs. */
  readonly packages: readonly string[];
  /** Loads the packages and converts the scene; the returned `build` is timed. */
  prepare(scene: ConvexScene): Promise<{ build(): FinderOnMesh }>;
}

/** A mesh that is ready to be asked. */
export interface FinderOnMesh {
  /** The call that a user of the library makes for one path; timed. */
  find(ax: number, ay: number, bx: number, by: number): unknown;
  /**
   * Converts what `find` returned to x, y, x, y, … from the start, untimed; empty without a path.
   */
  path(found: never): number[];
  /** All queries of the scene in one call; absent where the library has no such call. */
  all?(): void;
  destroy(): void;
}
