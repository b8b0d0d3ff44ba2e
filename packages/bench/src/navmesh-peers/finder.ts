import type { ConvexScene } from './convex-scene.ts';

/** A program that finds paths in a scene. */
export interface MeshFinder {
  readonly name: string;
  /** The packages that it needs. */
  readonly packages: readonly string[];
  /** Loads it, and makes the scene what it takes; then `build` is what is timed. */
  prepare(scene: ConvexScene): Promise<{ build(): FinderOnMesh }>;
}

/** A mesh that is ready to be asked. */
export interface FinderOnMesh {
  /** What a user calls for one path, timed. */
  find(ax: number, ay: number, bx: number, by: number): unknown;
  /** What `find` returned as x, y, x, y, … from the start on, not timed; empty without a path. */
  path(found: never): number[];
  /** All queries of the scene in one call, where it has that. */
  all?(): void;
  destroy(): void;
}
