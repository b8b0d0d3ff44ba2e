// Sub-path ./fixed-step: ticks of equal length at any frame rate, and positions between two ticks.
export {
  createFixedStep,
  type FixedStep,
  type FixedStepOptions,
  type FixedStepPool,
} from './fixed-step/create-fixed-step.ts';
