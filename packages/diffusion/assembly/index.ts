export { logBind } from './log-block';
export { bindGoals, bindMap, offsetOf, pass, putCell, residual } from './pass';
