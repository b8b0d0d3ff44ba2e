export { gunzip, gunzipChunks, type GunzipOptions } from './gunzip.ts';
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
