export { gunzip, gunzipChunks, type GunzipOptions } from './formats/gunzip.ts';
export { type AgentScenario, parseAgentScenario } from './formats/agent-scenario.ts';
export { writeAgentScenario } from './formats/agent-scenario.ts';
export { type DimacsCoordinates, parseDimacsCoordinates } from './formats/dimacs-coordinates.ts';
export { type DimacsCoordinatesOptions } from './formats/dimacs-coordinates.ts';
export {
  type DimacsGraph,
  type DimacsGraphOptions,
  parseDimacsGraph,
} from './formats/dimacs-graph.ts';
export { type MovingAiMapOptions, parseMovingAiMap } from './formats/movingai-map.ts';
export { type TerrainLetters, writeMovingAiMap } from './formats/movingai-map.ts';
export { type MovingAiScenario, parseMovingAiScenario } from './formats/movingai-scenario.ts';
export { writeMovingAiScenario } from './formats/movingai-scenario.ts';
export { parseTerrainCsv, type TerrainCsvOptions, writeTerrainCsv } from './formats/terrain-csv.ts';
