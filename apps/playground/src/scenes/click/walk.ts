import { FOUND, NEAREST } from '@wayfield/graph';
import { buildPolygonMesh, type NavMesh } from '@wayfield/navmesh';
import { createDiscSearch, flattenArcs } from '@wayfield/navmesh/discs';
import type { Surface } from '@wayfield/surface';
import type { Agents } from './agents.ts';

/** Shortest paths of all discs to their goals, as x, y, x, y, … each. */
export function findPaths(mesh: NavMesh, surface: Surface, agents: Agents): number[][] {
  const { x, y, radius, goalX, goalY } = agents;
  const search = createDiscSearch(buildPolygonMesh(mesh.triangulation, { merge: false }), {
    table: false,
  });
  // a goal inside an obstacle becomes the nearest place where the disc fits
  const goals = surface.closestPointAll({ x: goalX, y: goalY, radius });
  const queries = { count: x.length, sourceX: x, sourceY: y, targetX: goals.x, targetY: goals.y };
  const routes = search.run(queries, { radius, nearest: 'both' });
  search.destroy();
  return Array.from(x, (_, k) => {
    if (routes.status[k] !== FOUND && routes.status[k] !== NEAREST) return [];
    const [from, to] = [routes.firstPoint[k], routes.firstPoint[k + 1]];
    const path = flattenArcs(routes, { tolerance: 0.01 * radius[k], from, to });
    return Array.from(path.x).flatMap((corner, i) => [corner, path.y[i]]);
  });
}

/** Moves all discs by dx, dy, along walls where they touch any, and out of new obstacles. */
export function move(surface: Surface, agents: Agents): void {
  surface.moveAlongAll(agents, agents);
}
