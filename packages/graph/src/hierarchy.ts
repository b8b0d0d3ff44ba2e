export { checkHierarchy } from './check/hierarchy.ts';
export { allocateHierarchy, readHierarchy, writeHierarchy } from './binary/hierarchy.ts';
export type { Hierarchy, HierarchyArcs } from './types/hierarchy.ts';
