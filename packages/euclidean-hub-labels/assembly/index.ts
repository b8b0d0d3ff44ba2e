// Euclidean hub labels (Du, Shen and Cheema 2023): shortest paths between points by the labels of
// the corners that both ends see.
//
// queue.ts, floats.ts: a heap with exact keys, arrays of f64
//
// order.ts: the order of hubs, by how many shortest paths of sampled trees a corner covers
//
// labels.ts: pruned labels of the corners (Akiba, Iwata and Yoshida 2013)
//
// entries.ts: the labels as queries need them
//
// cells.ts: which corners see which cells of a grid; shapes.ts: polygons clipped to cells
//
// lists.ts: the list of each cell: hubs, and the corners through which paths lead to them
//
// ray.ts: whether points see corners or other points
//
// ends.ts, join.ts, sights.ts: the ends of a query and the lists of their cells; the hubs of both;
// what is known of the corners of a list
//
// query.ts, group.ts, answers.ts: one query, a group of queries, and a block of queries

export { labelsAreFull, queriesBind, queriesRun, queriesX, queriesY } from './answers';
export { cellsBind, cellsFree, cellsPairs, cellsTriangles, cellsUse, cellsView } from './cells';
export { entriesBind } from './entries';
export { labelsBegin, labelsBytes, labelsEntries, labelsSome, labelsWrite } from './labels';
export {
  LIST_BITS,
  LIST_ENTRIES,
  LIST_HEAD,
  listsAddress,
  listsBegin,
  listsSome,
  listsWords,
  TOP,
} from './lists';
export { orderBegin, orderPick, orderTree } from './order';
export { groupBind, LIST_AHEAD } from './group';
export { raysBind } from './ray';
export { endsBind } from '@wayfield/navmesh/assembly/locate/ends';
export { locateBind, numbersBind } from '@wayfield/navmesh/assembly/locate/locate';
export { graphArcs, graphBind, graphBuild } from '@wayfield/navmesh/assembly/tangent/graph';
export { viewBind } from '@wayfield/navmesh/assembly/tangent/view';
export { wallsBind } from '@wayfield/navmesh/assembly/tangent/walls';
export { BLOCK_BYTES } from '@wayfield/navmesh/assembly/queries/block';
