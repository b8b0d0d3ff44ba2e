// A* with landmarks on the tangent graph, for maps of thousands of islands. Part of points.wasm.
//
// layout.ts     the records in memory
// graph.ts      corners and the arcs between them, built from views
// view.ts       which corners a point or a corner sees, triangle by triangle
// lists.ts, walls.ts, touch.ts  lists, walls at corners, and prefetching, for the other files
// search.ts     the search itself: queue, expanding corners, the first path, turns
// climb.ts      a first path along the shortest paths to one landmark
// landmarks.ts  lower bounds by lengths to landmarks
// rows.ts       the lengths from one landmark to all corners
// ask.ts        a query: its ends, begin, advance, turns

export { askBind } from './ask';
export { DIRECTION, graphArcs, graphBind, graphBuild, graphTrim } from './graph';
export { LANDMARKS, landmarksBind, landmarksUnit, MOST_UNITS } from './landmarks';
export { rowsBind, rowsFill, rowsKeep, rowsMarks } from './rows';
export { SUCCESSORS_BYTES, tangentsBind, tangentsNumber } from './search';
export { viewBind } from './view';
export { wallsBind } from './walls';
