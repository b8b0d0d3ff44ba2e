// Euclidean hub labels (Du, Shen and Cheema 2023): shortest paths between points by the labels of
// the corners that both ends see. ARCHITECTURE.md defines rank, top hub, via corner, part and view.
//
// Build: order.ts orders the hubs, labels.ts makes the labels of corners, entries.ts holds them as
// queries read them, cells.ts finds which corners see which cells. candidates.ts finds the entries
// of labels that the list of a cell may need, keep.ts decides which of them it keeps, lists.ts
// writes the list in the form of list-form.ts. queue.ts is a heap, shapes.ts clips polygons,
// floats.ts has arrays of f64.
//
// Query: answers.ts takes a block, group.ts 32 queries at once, query.ts one. ends.ts reads the
// lists of the cells of both ends, join.ts finds the hubs of both lists, ray.ts walks lines of
// sight, sights.ts caches what a query knows of via corners.

export { labelsAreFull, queriesBind, queriesRun, queriesX, queriesY } from './answers';
export { cellsBind, cellsFree, cellsPairs, cellsTriangles, cellsUse, cellsView } from './cells';
export { entriesBind } from './entries';
export {
  labelsBegin,
  labelsBytes,
  labelsColumns,
  labelsEntries,
  labelsLinks,
  labelsNumbers,
  labelsSome,
  labelsWrite,
} from './labels';
export { LIST_BITS, LIST_ENTRIES, LIST_HEAD, TOP } from './list-form';
export { listsAddress, listsBegin, listsSome, listsWords } from './lists';
export { orderBegin, orderPick, orderTree } from './order';
export { groupBind, LIST_AHEAD } from './group';
export { raysBind } from './ray';
export { endsBind } from '@wayfield/navmesh/assembly/locate/ends';
export { locateBind, numbersBind } from '@wayfield/navmesh/assembly/locate/locate';
export { graphBind, graphSome } from '@wayfield/navmesh/assembly/tangent/graph';
export { viewBind } from '@wayfield/navmesh/assembly/tangent/view';
export { wallsBind } from '@wayfield/navmesh/assembly/tangent/walls';
export { BLOCK_BYTES } from '@wayfield/navmesh/assembly/queries/block';
