// The entry `@wayfield/cpu-wasm/hierarchy-pool`: threads on one hierarchy.
export {
  createHierarchyPool,
  type HierarchyPool,
  type HierarchyPoolOptions,
  type HierarchyRunOptions,
  type PoolWorker,
  type TableEnds,
  type TableRows,
  type TableRowsOptions,
} from './pool/hierarchy-pool.ts';
