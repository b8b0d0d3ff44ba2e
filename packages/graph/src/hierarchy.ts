export type { Hierarchy, HierarchyArcs } from './hierarchy-types.ts';
