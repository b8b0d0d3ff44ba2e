export { heapBind } from '../../cpu-wasm/assembly/heap';
export { distances } from './distance';
export { logBind } from './log-block';
export { bindGoals, bindMap, offsetOf, pass, putCell, residual } from './pass';
