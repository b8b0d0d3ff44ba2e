// The records of the graph and of the search in areas.wasm. src/areas/area-graph.ts writes the
// graph: sides, triangles, extra points, links. The search writes nodes.

// Side of a triangle: f64 x and y of its start, u32 twin (NONE = agents cannot cross), u32 the node
// of its start, u32 the first node between its ends, u32 how many nodes lie there. Both halves of a
// side have the same nodes, numbered along the half with the lower number.
export const SIDE_BYTES: usize = 32;
const SIDE_Y: usize = 8;
const SIDE_TWIN: usize = 16;
const SIDE_NODE: usize = 20;
const SIDE_FIRST: usize = 24;
const SIDE_COUNT: usize = 28;

// Triangle: f64 cost per unit of length (Infinity = closed or not free), u32 address of its matrix
// of costs (0 = none), u32 its first extra point, u32 how many extra points it has. A matrix has a
// row of f64 per point of the triangle, in the order of `nodeOf`.
export const TRIANGLE_BYTES: usize = 24;
const MATRIX: usize = 8;
const FIRST_EXTRA: usize = 12;
const EXTRA_COUNT: usize = 16;

// Extra point inside a triangle: f64 x and y, u32 triangle, u32 its first link (NONE = none).
export const EXTRA_BYTES: usize = 24;
const EXTRA_Y: usize = 8;
const EXTRA_TRIANGLE: usize = 16;
const EXTRA_LINK: usize = 20;

// Link between extra points: f64 cost, u32 the extra point where it ends, u32 the next link that
// starts at the same point (NONE = none).
export const LINK_BYTES: usize = 16;
const LINK_END: usize = 8;
const LINK_NEXT: usize = 12;

// Node:
// - f64 the cost of the best path to the node, and u32 the number of the search that wrote it;
// - f64 the cost from the node straight to the target, and u32 the number of that search;
// - u32 the parent on the path, NONE = the source; the parent of a node with a root is the node at
//   that root. Then u32 what leads from the parent here: a triangle, or LINK_FLAG and a link;
// - u32 the side that the node is on, the half with the lower number; only for nodes on sides;
// - f64 x and y of the root, its cost, and the cost per unit of length from there to the node. A
//   cost per unit of length of 0 means no root: a link or a triangle with a matrix leads here;
// - the cone in which the root sees the node over the sides crossed: u32 1 if it is bounded, f64 x
//   and y of the points that bound it on the right and on the left.
export const NODE_BYTES: usize = 104;
const NODE_GOAL: usize = 8;
const NODE_CALL: usize = 16;
const NODE_GOAL_CALL: usize = 20;
const NODE_PARENT: usize = 24;
const NODE_VIA: usize = 28;
const NODE_SIDE: usize = 32;
const NODE_BOUNDED: usize = 36;
const NODE_ROOT_X: usize = 40;
const NODE_ROOT_Y: usize = 48;
const NODE_ROOT_COST: usize = 56;
const NODE_RATE: usize = 64;
const NODE_RIGHT_X: usize = 72;
const NODE_RIGHT_Y: usize = 80;
const NODE_LEFT_X: usize = 88;
const NODE_LEFT_Y: usize = 96;

/** The bit of `stepVia` that says that a link leads to the node; the other bits name the link. */
export const LINK_FLAG: u32 = 0x80000000;

let sides: usize = 0;
let triangles: usize = 0;
let extras: usize = 0;
let links: usize = 0;
let nodes: usize = 0;
/** How many nodes there is room for. */
let nodeRoom: u32 = 0;
/** How many sides there is room for. */
let sideRoomValue: u32 = 0;
/** The number of the first node that is an extra point. */
let firstExtraValue: u32 = 0;

/**
 * Sets the addresses of sides, triangles and nodes, for how many sides and nodes there is room, and
 * the number of the first node that is an extra point.
 */
export function bind(
  side: usize,
  triangle: usize,
  node: usize,
  sidesThatFit: u32,
  extra: u32,
  nodesThatFit: u32,
): void {
  sides = side;
  triangles = triangle;
  nodes = node;
  sideRoomValue = sidesThatFit;
  firstExtraValue = extra;
  nodeRoom = nodesThatFit;
}

export function sideRoom(): u32 {
  return sideRoomValue;
}
export function firstExtraNode(): u32 {
  return firstExtraValue;
}

function sideAt(s: u32): usize {
  return sides + <usize>s * SIDE_BYTES;
}
/** Writes a side, without nodes between its ends. */
export function setSide(s: u32, x: f64, y: f64, twin: u32, node: u32): void {
  const at = sideAt(s);
  store<f64>(at, x);
  store<f64>(at, y, SIDE_Y);
  store<u32>(at, twin, SIDE_TWIN);
  store<u32>(at, node, SIDE_NODE);
  store<u32>(at, 0, SIDE_COUNT);
}
/** Says which nodes a side has between its ends. */
export function setSideNodes(s: u32, first: u32, count: u32): void {
  store<u32>(sideAt(s), first, SIDE_FIRST);
  store<u32>(sideAt(s), count, SIDE_COUNT);
}
export function sideFirst(s: u32): u32 {
  return load<u32>(sideAt(s), SIDE_FIRST);
}
export function sideCount(s: u32): u32 {
  return load<u32>(sideAt(s), SIDE_COUNT);
}
export function sideX(s: u32): f64 {
  return load<f64>(sideAt(s));
}
export function sideY(s: u32): f64 {
  return load<f64>(sideAt(s), SIDE_Y);
}
export function sideTwin(s: u32): u32 {
  return load<u32>(sideAt(s), SIDE_TWIN);
}
export function sideNode(s: u32): u32 {
  return load<u32>(sideAt(s), SIDE_NODE);
}

function triangleAt(t: u32): usize {
  return triangles + <usize>t * TRIANGLE_BYTES;
}
export function setTriangle(t: u32, cost: f64, matrix: usize, first: u32, count: u32): void {
  const at = triangleAt(t);
  store<f64>(at, cost);
  store<u32>(at, <u32>matrix, MATRIX);
  store<u32>(at, first, FIRST_EXTRA);
  store<u32>(at, count, EXTRA_COUNT);
}
export function costOf(t: u32): f64 {
  return load<f64>(triangleAt(t));
}
export function matrixOf(t: u32): usize {
  return load<u32>(triangleAt(t), MATRIX);
}
export function firstExtra(t: u32): u32 {
  return load<u32>(triangleAt(t), FIRST_EXTRA);
}
export function extraCount(t: u32): u32 {
  return load<u32>(triangleAt(t), EXTRA_COUNT);
}
/** The cost between points i and k of a triangle with a matrix, of `count` points. */
export function entryOf(matrix: usize, count: u32, i: u32, k: u32): f64 {
  return load<f64>(matrix + ((<usize>(i * count + k)) << 3));
}

/** Sets the addresses of extra points and links, which the host moves when they change. */
export function setPlaces(extra: usize, link: usize): void {
  extras = extra;
  links = link;
}
function extraAt(i: u32): usize {
  return extras + <usize>i * EXTRA_BYTES;
}
export function setExtra(i: u32, x: f64, y: f64, triangle: u32, link: u32): void {
  const at = extraAt(i);
  store<f64>(at, x);
  store<f64>(at, y, EXTRA_Y);
  store<u32>(at, triangle, EXTRA_TRIANGLE);
  store<u32>(at, link, EXTRA_LINK);
}
export function extraX(i: u32): f64 {
  return load<f64>(extraAt(i));
}
export function extraY(i: u32): f64 {
  return load<f64>(extraAt(i), EXTRA_Y);
}
export function extraTriangle(i: u32): u32 {
  return load<u32>(extraAt(i), EXTRA_TRIANGLE);
}
export function extraLink(i: u32): u32 {
  return load<u32>(extraAt(i), EXTRA_LINK);
}

function linkAt(i: u32): usize {
  return links + <usize>i * LINK_BYTES;
}
export function setLink(i: u32, cost: f64, end: u32, next: u32): void {
  const at = linkAt(i);
  store<f64>(at, cost);
  store<u32>(at, end, LINK_END);
  store<u32>(at, next, LINK_NEXT);
}
export function linkCost(i: u32): f64 {
  return load<f64>(linkAt(i));
}
export function linkEnd(i: u32): u32 {
  return load<u32>(linkAt(i), LINK_END);
}
export function linkNext(i: u32): u32 {
  return load<u32>(linkAt(i), LINK_NEXT);
}

function nodeAt(node: u32): usize {
  return nodes + <usize>node * NODE_BYTES;
}
/** The cost of the best path to a node in search `call`; Infinity if the node is not reached. */
export function pathCost(node: u32, call: u32): f64 {
  const at = nodeAt(node);
  return load<u32>(at, NODE_CALL) == call ? load<f64>(at) : Infinity;
}
export function setPath(node: u32, call: u32, cost: f64, parent: u32, via: u32): void {
  const at = nodeAt(node);
  store<f64>(at, cost);
  store<u32>(at, call, NODE_CALL);
  store<u32>(at, parent, NODE_PARENT);
  store<u32>(at, via, NODE_VIA);
}
/** Says which side a node lies on. */
export function setNodeSide(node: u32, side: u32): void {
  store<u32>(nodeAt(node), side, NODE_SIDE);
}
export function nodeSide(node: u32): u32 {
  return load<u32>(nodeAt(node), NODE_SIDE);
}
/**
 * Sets the root of the path to a node: its place, its cost, and the cost per unit of length from
 * there, 0 = no root. The cone of the root is unbounded until `setCone`.
 */
export function setRoot(node: u32, x: f64, y: f64, cost: f64, rate: f64): void {
  const at = nodeAt(node);
  store<f64>(at, x, NODE_ROOT_X);
  store<f64>(at, y, NODE_ROOT_Y);
  store<f64>(at, cost, NODE_ROOT_COST);
  store<f64>(at, rate, NODE_RATE);
  store<u32>(at, 0, NODE_BOUNDED);
}
export function rootX(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_ROOT_X);
}
export function rootY(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_ROOT_Y);
}
export function rootCost(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_ROOT_COST);
}
export function rateOf(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_RATE);
}
/** Bounds the cone in which the root sees: (ax, ay) is its right bound, (bx, by) its left one. */
export function setCone(node: u32, ax: f64, ay: f64, bx: f64, by: f64): void {
  const at = nodeAt(node);
  store<u32>(at, 1, NODE_BOUNDED);
  store<f64>(at, ax, NODE_RIGHT_X);
  store<f64>(at, ay, NODE_RIGHT_Y);
  store<f64>(at, bx, NODE_LEFT_X);
  store<f64>(at, by, NODE_LEFT_Y);
}
export function isBounded(node: u32): bool {
  return load<u32>(nodeAt(node), NODE_BOUNDED) != 0;
}
export function rightX(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_RIGHT_X);
}
export function rightY(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_RIGHT_Y);
}
export function leftX(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_LEFT_X);
}
export function leftY(node: u32): f64 {
  return load<f64>(nodeAt(node), NODE_LEFT_Y);
}
export function parentOf(node: u32): u32 {
  return load<u32>(nodeAt(node), NODE_PARENT);
}
export function viaOf(node: u32): u32 {
  return load<u32>(nodeAt(node), NODE_VIA);
}
/**
 * The cost from a node straight to the target in search `call`; Infinity unless both lie in one
 * triangle.
 */
export function goalCost(node: u32, call: u32): f64 {
  const at = nodeAt(node);
  return load<u32>(at, NODE_GOAL_CALL) == call ? load<f64>(at, NODE_GOAL) : Infinity;
}
/** Forgets which searches have written the nodes. */
export function clearCalls(): void {
  for (let node: u32 = 0; node < nodeRoom; node++) {
    store<u32>(nodeAt(node), 0, NODE_CALL);
    store<u32>(nodeAt(node), 0, NODE_GOAL_CALL);
  }
}
export function setGoal(node: u32, call: u32, cost: f64): void {
  const at = nodeAt(node);
  store<f64>(at, cost, NODE_GOAL);
  store<u32>(at, call, NODE_GOAL_CALL);
}
