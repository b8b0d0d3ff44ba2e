export {
  type AntelopesAndLions,
  type Counts,
  createAntelopesAndLions,
  type ModelOptions,
} from './antelopes.ts';
export { type AnimalParameters, MODEL_PARAMETERS, type ModelParameters } from './parameters.ts';
