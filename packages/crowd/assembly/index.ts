// The kernels of crowds, compiled to WebAssembly:
//
//   layout-world.ts  records: the crowd, traits, places, walls; world.ts: the bound crowd
//   grid/            agents in cell order by a counting sort
//   near/            the nearest agents
//   walls/           the grid of walls, near walls, their half-planes, and moves clipped at walls
//   intent/          what an agent wants: the velocity that its linear program starts from
//   lines/           half-planes towards agents, tie-breaks, the clear test
//   program/         linear programs 1 to 3
//   tick/            a tick of a run of agents; hash; what the host reads and writes
//
// The order of a tick: `firstUnfit`; `beginTick`; `measure` all slots; `planGrid`; `countCells`;
// `startCells`; `scatter`; `beginRuns`, `advance` all places; `endRuns`. Threads of a pool meet
// after `measure`, `countCells` and `scatter`; one thread does `planGrid` and `startCells` for all.
export { countCells, measure, planGrid, scatter, startCells } from './grid/sort';
export { firstUnfit } from './intent/finite';
export { LINE_LIMIT, NEAR_LIMIT, WALL_LIMIT } from './limits';
export { BATCH_BYTES, PROGRAM_BYTES, solveMany } from './program/many';
export { advance, beginRuns, endRuns } from './tick/advance';
export { hashAgents } from './tick/hash';
export {
  agentCount,
  beginTick,
  columnAddress,
  setBounds,
  setCrowd,
  setFilter,
  setMotion,
  setReach,
  stateAddress,
  stateBytes,
  sumOf,
  traitOf,
  wallsAddress,
} from './tick/host';
export {
  TRAITS_BYTES,
  TRAITS_COLUMN,
  WALL_BYTES,
  WALL_CELLS_COLUMN,
  WALL_ENTRIES_COLUMN,
} from './layout-world';
export { wallGrid } from './walls/shown-grid';
export { sortWalls } from './walls/wall-grid';
export { bindWorld, openWorld, planWorld, WORLD_BYTES } from './world';
