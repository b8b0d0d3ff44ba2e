// Solvers for grids and graphs. A `MapHost` (create-map-host.ts, grid/map.ts, graph/map.ts) keeps
// the map in WebAssembly memory, a `Searcher` (create-searcher.ts, grid/searcher.ts,
// graph/searcher.ts) answers one query, batch.ts answers batches, solver.ts and pool/ are the
// public objects, options.ts checks arguments. hierarchy/ and customizable/ are solvers of their
// own. Each folder is mirrored by one of assembly/. Where to change what: assembly/index.ts.
export { createWasmSolver } from './solver.ts';
export type {
  Algorithm,
  Heuristic,
  OneToManyOptions,
  RouteOptions,
  RunOptions,
  SettledRoute,
  SolverOptions,
  WasmSolver,
} from './types.ts';
