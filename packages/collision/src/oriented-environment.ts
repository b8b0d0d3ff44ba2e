// An environment in ticks whose bodies turn: ./environment with the solvers of ./oriented.
export {
  createOrientedEnvironment,
  type OrientedEnvironment,
  type OrientedEnvironmentOptions,
} from './oriented/environment.ts';
