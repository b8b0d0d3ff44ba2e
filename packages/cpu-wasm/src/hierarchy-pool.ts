export {
  createHierarchyPool,
  type HierarchyPool,
  type HierarchyPoolOptions,
  type HierarchyRunOptions,
  type PoolWorker,
} from './pool/hierarchy-pool.ts';
