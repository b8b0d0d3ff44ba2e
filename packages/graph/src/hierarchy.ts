export { checkHierarchy } from './check-hierarchy.ts';
export { allocateHierarchy, readHierarchy, writeHierarchy } from './hierarchy-file.ts';
export type { Hierarchy, HierarchyArcs } from './hierarchy-types.ts';
