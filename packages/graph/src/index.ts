export * from './constants.ts';
export { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from './ticks.ts';
export type { CornerRule, Graph, Grid, Queries, Routes, Tree } from './types.ts';
export { buildGraph } from './build-graph.ts';
export type { ArcList, BuildGraphOptions } from './build-graph.ts';
export { buildGrid, isGrid, nodeCountOf, uniformCost } from './build-grid.ts';
export type { GridOptions } from './build-grid.ts';
export { checkGraph, checkGrid, checkNode, checkNodes } from './check.ts';
export { buildQueries, checkQueries } from './queries.ts';
export { type Components, strongComponents, weakComponents } from './components.ts';
export { pathLength } from './path-length.ts';
export { referenceAstar, referenceDijkstra, referenceRoutes, type Route } from './reference.ts';
export { forEachStep } from './steps.ts';
export { validateRoutes, type ValidateRoutesOptions } from './validate-routes.ts';
export { validateTree } from './validate-tree.ts';
export { readGraph, readGrid, writeGraph } from './binary.ts';
export { depthFirstOrder } from './depth-first-order.ts';
export { hilbertOrder } from './hilbert-order.ts';
export { gridToGraph, type Renumbered, reorderGraph, subgraph } from './reorder.ts';
export { reverseGraph } from './reverse.ts';
export { type BlobsOptions, blobsGrid } from './generate-blobs.ts';
export { type MazeOptions, mazeGrid } from './generate-maze.ts';
export { randomQueries } from './generate-queries.ts';
export { type RandomGraphOptions, randomGraph } from './generate-random-graph.ts';
export { type GeneratorOptions, type MoveOptions, openGrid } from './generate-random-grid.ts';
export { type RandomGridOptions, randomGrid } from './generate-random-grid.ts';
export { random } from './generate-random.ts';
export { type RoadOptions, roadGraph } from './generate-road.ts';
export { type RoomsOptions, roomsGrid } from './generate-rooms.ts';
export { type TerrainOptions, terrainGrid } from './generate-terrain.ts';
export { gunzip, type GunzipOptions } from './gunzip.ts';
export { type AgentScenario, parseAgentScenario } from './load-agent-scenario.ts';
export { writeAgentScenario } from './load-agent-scenario.ts';
export { type DimacsCoordinates, parseDimacsCoordinates } from './load-dimacs-coordinates.ts';
export { type DimacsCoordinatesOptions } from './load-dimacs-coordinates.ts';
export {
  type DimacsGraph,
  type DimacsGraphOptions,
  parseDimacsGraph,
} from './load-dimacs-graph.ts';
export { type MovingAiMapOptions, parseMovingAiMap } from './load-movingai-map.ts';
export { type TerrainLetters, writeMovingAiMap } from './load-movingai-map.ts';
export { type MovingAiScenario, parseMovingAiScenario } from './load-movingai-scenario.ts';
export { writeMovingAiScenario } from './load-movingai-scenario.ts';
export { parseTerrainCsv, type TerrainCsvOptions, writeTerrainCsv } from './load-terrain-csv.ts';
