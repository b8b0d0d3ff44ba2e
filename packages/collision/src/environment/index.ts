// The environment of Kayser's thesis: bodies that agents change through requests, tick by tick.
export { createEnvironment } from './environment.ts';
export type { Answer, Area, BodyCopy, Environment, EnvironmentOptions, Tick } from './types.ts';
