export { depthFirstOrder } from './build/depth-first-order.ts';
export { gridToGraph, type Renumbered, reorderGraph, subgraph } from './build/reorder.ts';
