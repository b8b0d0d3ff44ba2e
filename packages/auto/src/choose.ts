export {
  type CalibrateOptions,
  type CalibratedBackends,
  calibrate,
  type OpenedSolver,
  type OpenSolver,
} from './choose/calibrate.ts';
export {
  type BackendChoice,
  type BackendName,
  type BackendProblem,
  type BackendTask,
  type Calibration,
  chooseBackend,
  type CostCurve,
  type MapKind,
  predictMs,
} from './choose/backend.ts';
export { describeProblem, estimateWork, type MapFacts } from './choose/problem.ts';
