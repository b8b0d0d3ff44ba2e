import { createCluster } from '@wayfield/cluster';
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { buildGrid } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
import { createNavMesh } from '@wayfield/navmesh';
import { loadGeoJson } from '@wayfield/osm';
import { buildRouting, createRoadIndex } from '@wayfield/routing';
const url = process.env.DATABASE_URL!; // of a PostgreSQL; workers run beside it
const cluster = await createCluster(url);
const graph = roadGraph(12, 12, { seed: 2 });
const hierarchy = buildHierarchy(graph);
const grid = buildGrid({ width: 10, height: 10 });
const terrain = new Float32Array(100).fill(1);
const map = { width: 10, height: 10, neighbours: 8, terrain } as const;
const mesh = createNavMesh({ boundary: [0, 0, 20, 0, 20, 10, 0, 10] });
const source = [0, 11];
const target = [99, 88];
const sources = [0, 50, 99];
const targets = [12, 34];
const line = {
  type: 'LineString',
  coordinates: [
    [13.4, 52.5],
    [13.42, 52.5],
    [13.42, 52.51],
  ],
};
const routing = buildRouting(loadGeoJson(line, { profile: 'all-ways', weight: 'seconds' }));
const points = [createRoadIndex(routing).snap(13.41, 52.5)!];
