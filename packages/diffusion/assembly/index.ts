// The kernels of WebAssembly. Folders are those of src/:
//
//   step/       one row of one step (row.ts in f32, log-row.ts in precision 'log'), passes of
//               several steps over a band of rows (pass.ts), cells at an edge (edge-cell.ts)
//   steady/     method 'steady': sweeps in the order of the scent (sweeps.ts); a multigrid of cells
//               (cells.ts) and coarser levels (levels.ts)
//   distance/   method 'distance': Dijkstra (distance.ts) and fast marching (eikonal.ts)
//   pursuers/   a tick of pursuers
//   steering/   free-moving agents: headings, directions, moves
//   layout.ts   records and arrays by address
//
// src/types.ts lists where the stencil's sum stands.
export { heapBind } from '@wayfield/wasm/assembly/heap';
export { distances } from './distance/distance';
export { eikonal } from './distance/eikonal';
export { LOG_SCRATCH, logBind } from './step/log-block';
export { pursuersBindLayers, pursuersBindMap, pursuersMove } from './pursuers/pursuers';
export {
  bindGoals,
  bindMap,
  bindPass,
  bindPassBox,
  CLAMP,
  COUNT,
  EIGHT,
  FLUSH,
  HARSH,
  LOG,
  pass,
  putCell,
  residual,
  scaleOf,
} from './step/pass';
export { CELL_SCRATCH, cellsBindRows } from './steady/box-rows';
export { steadyBindCorners } from './steady/corners';
export {
  cellsBind,
  cellsBindGoals,
  cellsBindMap,
  cellsBoxes,
  cellsChange,
  cellsCorrect,
  cellsFill,
  cellsKeep,
  cellsNormalise,
  cellsRead,
  cellsRestrict,
  cellsSweep,
  cellsWrite,
} from './steady/cells';
export {
  SORT_DIGITS,
  sweepBind,
  sweepBindGoals,
  sweepOnce,
  sweepSort,
  sweepSpread,
  sweepWrite,
} from './steady/sweeps';
export { LEVEL_RECORD } from './layout';
export { levelBases, levelCycle, levelsBind, levelsNested } from './steady/levels';
export { agentsBind } from './steering/agents';
export { groundBind } from './steering/ground';
export { headingsBind, headingsFill, headingsForget } from './steering/headings';
export { moveAlong, stepsBind } from './steering/move';
export { steer } from './steering/steer';
