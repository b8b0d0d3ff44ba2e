// Wayfield in React. Every hook frees what it made when its component goes.
export { type CrowdState, useCrowd, type UseCrowdOptions } from './use-crowd.ts';
export { useFrame } from './use-frame.ts';
export { type ResourceState, useResource } from './use-resource.ts';
export { type RoutesState, type RouteSolver, useRoutes } from './use-routes.ts';
export { useWasmPool } from './use-wasm-pool.ts';
