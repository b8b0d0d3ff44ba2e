export { heapBind } from '../../cpu-wasm/assembly/heap';
export { distances } from './distance';
export { eikonal } from './eikonal';
export { logBind } from './log-block';
export { pursuersBind, pursuersMove } from './pursuers';
export { bindGoals, bindMap, offsetOf, pass, putCell, residual } from './pass';
export {
  fineBind,
  fineBoxes,
  fineChange,
  fineCorrect,
  fineFill,
  fineKeep,
  fineNormalise,
  fineRead,
  fineRestrict,
  fineSweep,
  fineWrite,
} from './steady-fine';
export { frontBind, frontSort, frontSpread, frontSweep, frontWrite } from './steady-front';
export { levelBases, levelCycle, levelsBind, levelsNested } from './steady-levels';
