import { buildPolygonMesh, type NavMesh, type PolygonMesh } from '@wayfield/triangulation';
import { createDiscEngine, type DiscEngine } from './disc-engine.ts';
import type { DiscSearchOptions } from './disc-search.ts';

/** Holds the engine of a mesh, and replaces it after the mesh has changed. */
export interface HeldEngine {
  engine: DiscEngine;
  /** Makes the engine again if the mesh has changed. Every call that searches calls this first. */
  refresh(): void;
  destroy(): void;
}

export function holdEngine(
  mesh: NavMesh | PolygonMesh,
  options: DiscSearchOptions,
  mostLabels: number,
): HeldEngine {
  if (!('triangulation' in mesh)) {
    const engine = createDiscEngine(mesh, options, mostLabels);
    return { engine, refresh() {}, destroy: () => engine.destroy() };
  }
  // No table by default: each change would make the table again, which takes longer than the table
  // saves in most searches.
  const chosen = { table: options.table ?? false };
  const make = (): DiscEngine =>
    createDiscEngine(buildPolygonMesh(mesh.triangulation, { merge: false }), chosen, mostLabels);
  const held = { engine: make(), refresh, destroy };
  let isStale = false;
  const stop = mesh.follow(() => {
    isStale = true;
  });
  function refresh(): void {
    if (!isStale) return;
    const next = make();
    held.engine.destroy();
    held.engine = next;
    isStale = false;
  }
  function destroy(): void {
    stop();
    held.engine.destroy();
  }
  return held;
}
