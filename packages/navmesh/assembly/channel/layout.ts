// The records of the search for channels, for points and for discs. Fields are read and written by
// name, as `changetype<Side>(address).twin`, which compiles to a load with a fixed offset.
// `offsetof<Side>()` is a record's size. "Arrays" of architecture/channels.md and of
// architecture/channel-bounds.md say which arrays there are, where each is bound, who allocates it
// and how long its entries count. Lengths are f64 in units of the mesh.

/**
 * False in `points.wasm`. True where asconfig.*.json "use"s DISCS: in `discs.wasm`, in
 * `disc-funnel.wasm`, and in the corridors and walks of @wayfield/movement.
 */
export const HAS_RADIUS: bool = isDefined(DISCS);

/** A vertex. */
// @ts-ignore: decorator
@unmanaged
export class Vertex {
  x: f64;
  y: f64;
}

/** A side of a triangle, directed, with the triangle on its left. */
// @ts-ignore: decorator
@unmanaged
export class Side {
  /** The vertex at which the side starts. */
  corner: u32;
  /** The opposite side, which belongs to the neighbouring triangle; NONE = a wall. */
  twin: u32;
  /**
   * The side over which a path that enters the triangle over this side leaves it again, where only
   * one side leads on: in corridors, and up out of dead ends. NODE where two sides lead on, NONE
   * where the path enters a dead end.
   */
  onward: u32;
  /**
   * If the side is a bottleneck: the node side from which paths come that cross it in this
   * direction. Else NONE.
   */
  bottleneck: u32;
}

/** A triangle. */
// @ts-ignore: decorator
@unmanaged
export class Triangle {
  /** The side up out of a dead end, NONE elsewhere. */
  exit: u32;
  /** The number of its node, NONE elsewhere. */
  node: u32;
  /** 8 x the number of the query that marked the triangle, plus START, TARGET, …: see marks.ts. */
  mark: u32;
  /** In a triangle marked TO_TARGET: the side that leads down to the target. */
  down: u32;
}

/**
 * An entry of a funnel: a vertex on the shortest path to an end of the portal, the end included.
 * The apex is such an entry too. A certain turn (turns.ts) has the same record. For points only its
 * `vertex` and `before` are written; for discs it is a copy of the entry. The size is a multiple of
 * 32 bytes, the unit in which labels are numbered (labels.ts).
 */
// @ts-ignore: decorator
@unmanaged
export class Entry {
  x: f64;
  y: f64;
  /** The length of the path up to here; for discs below 0 until it is computed. */
  length: f64;
  /** The vertex, NONE for an end of a query. */
  vertex: u32;
  /** Of a certain turn: the turn before, NONE for the first. */
  before: u32;
}

/** An entry of a disc's funnel: a circle of the radius around the vertex. Two units of 32 bytes. */
// @ts-ignore: decorator
@unmanaged
export class Circle extends Entry {
  /** 1: the path turns left around it, -1: right, 0: a point without a circle. */
  hand: f64;
  /** The direction in which the path arrives, of any length. */
  fromX: f64;
  fromY: f64;
  /** The last portal that the vertex was an end of; NONE while it still is. */
  portal: u32;
  /** Of a certain turn: the name (`nameOf`) of the path's first turn, NONE where there is none. */
  first: u32;
}

export const ENTRY: usize = HAS_RADIUS ? offsetof<Circle>() : offsetof<Entry>();

/** A label, one unit of 32 bytes (labels.ts); the funnel follows behind it. */
// @ts-ignore: decorator
@unmanaged
export class Label {
  /** The certain turn that the apex is. */
  turn: u32;
  /** What is crossed next: a bottleneck by its node side, or in TA* a side; NONE for the target. */
  crossing: u32;
  /** For discs the last branch of the path; in Fringe search the next label in its list. */
  link: u32;
  /** Bytes of the funnel's left chain, and of the whole funnel. */
  leftBytes: u32;
  bytes: u32;
  /** AT_BOTTLENECK and so on: see labels.ts. */
  kind: u32;
  lowerBound: f64;
}

/** A step through a corridor: a portal gets a new left or right end. */
// @ts-ignore: decorator
@unmanaged
export class Step {
  x: f64;
  y: f64;
  vertex: u32;
  isLeft: u32;
}

/** A disc's step through a corridor. */
// @ts-ignore: decorator
@unmanaged
export class DiscStep extends Step {
  /** The last portal with the end that this step replaces, as a side of the triangle behind it. */
  portal: u32;
  unused: u32;
}

export const STEP: usize = HAS_RADIUS ? offsetof<DiscStep>() : offsetof<Step>();

/**
 * A bottleneck as it is crossed from a node side. A corridor of discs may have no bottleneck: then
 * `side` is NONE and nothing else counts.
 */
// @ts-ignore: decorator
@unmanaged
export class Bottleneck {
  /** The left end. */
  x: f64;
  y: f64;
  /** The vector from the left end to the right end, its length, and 0.5 / length. */
  dx: f64;
  dy: f64;
  length: f64;
  halfInverse: f64;
  /** The rows of the left and of the right end in the table of lengths. */
  leftRow: u32;
  rightRow: u32;
  /** The bottleneck as a side of the triangle that a path comes from. */
  side: u32;
  /**
   * Twice the number of the bottleneck in the table, which both directions share. Plus 1 for the
   * direction whose left end is the table's right end.
   */
  tableIndex: u32;
}

/**
 * An entrance: a bottleneck that a walk out from the target reaches first. The first six fields are
 * those of its `Bottleneck`, in the direction of the table.
 */
// @ts-ignore: decorator
@unmanaged
export class Entrance {
  x: f64;
  y: f64;
  dx: f64;
  dy: f64;
  length: f64;
  halfInverse: f64;
  /** Lower bound on the lengths of all paths from the target to the entrance. */
  lowerBound: f64;
  /**
   * With landmarks: the rows of the left and of the right end. Without: `leftRow` is the address
   * at which the lengths from the entrance to all bottlenecks begin (`pairsOf`).
   */
  leftRow: u32;
  rightRow: u32;
}

/** Of points: what gives the length of the path from the target to any place of the entrance. */
// @ts-ignore: decorator
@unmanaged
export class PointEntrance extends Entrance {
  /** The last turn of the path from the target, and the length up to there. */
  turnX: f64;
  turnY: f64;
  turnLength: f64;
  /** The label of that path; NONE if all of the entrance is seen from its last turn. */
  label: u32;
  unused: u32;
}

/**
 * Of discs: two linear functions of the place on the entrance's open part. Both are lower bounds
 * on the length of the path from the target to the place.
 */
// @ts-ignore: decorator
@unmanaged
export class DiscEntrance extends Entrance {
  /** The first function: its value at the left end of the open part, and its slope to the right. */
  left: f64;
  leftGrowth: f64;
  /** The second function, close at the right end: also its value at the left end, and its slope. */
  right: f64;
  rightGrowth: f64;
}

export const ENTRANCE: usize = HAS_RADIUS ? offsetof<DiscEntrance>() : offsetof<PointEntrance>();
/**
 * Room for entrances. Points have at most three (`addEntrance`). A disc's query with more than 64
 * is answered without the table.
 */
export const MOST_ENTRANCES: u32 = 64;

/**
 * Per bottleneck: lower bounds on the lengths from its two ends to the target. `first` is that of
 * the table's left end (`Bottleneck.tableIndex`).
 */
// @ts-ignore: decorator
@unmanaged
export class TargetBounds {
  first: f64;
  second: f64;
  query: u32;
  // Both bounds are written at once. With records of 24 bytes, more of them would span two cache
  // lines.
  unused1: u32;
  unused2: f64;
}
/** The first or the second bound, for `i` 0 or 1: without a branch, which no processor predicts. */
export function targetBound(bounds: TargetBounds, i: u32): f64 {
  return changetype<TargetBounds>(changetype<usize>(bounds) + ((<usize>i) << 3)).first;
}

/** Of points: the length of the shortest path that has reached a vertex, and its query. */
// @ts-ignore: decorator
@unmanaged
export class ReachedVertex {
  length: f64;
  query: u32;
  unused: u32;
}

/**
 * Of discs, per row of the table: the length of the shortest path to the row's end in the latest
 * search that reached the end, and the number of that search. Each search makes another row.
 */
// @ts-ignore: decorator
@unmanaged
export class RowLength {
  length: f64;
  query: u32;
  unused: u32;
}

/** A path that waits in kept-paths.ts. The record lies behind the funnel of the path. */
// @ts-ignore: decorator
@unmanaged
export class KeptPath {
  /** The certain turn that the apex is. */
  turn: u32;
  /** Of discs: the last branch. */
  branch: u32;
  leftBytes: u32;
  bytes: u32;
  /** The side over which the path entered the triangle, which it can leave over two sides. */
  entry: u32;
  unused: u32;
}

/**
 * Of discs: a label kept at a bottleneck, and its lengths to both ends of the open part. `left` is
 * below 0 until the lengths are computed.
 */
// @ts-ignore: decorator
@unmanaged
export class KeptLabel {
  left: f64;
  right: f64;
  label: u32;
  unused: u32;
}
/** The two labels kept at a bottleneck: records `KeptLabel` follow. */
// @ts-ignore: decorator
@unmanaged
export class KeptLabels {
  /** The run in which they were kept. */
  run: u32;
  unused: u32;
}
export const KEPT_LABELS: usize = offsetof<KeptLabels>() + 2 * offsetof<KeptLabel>();

/**
 * Of points: how many of the latest labels at a bottleneck are compared. Fewer comparisons only
 * leave more labels to expand: the number has no part in the proof. Four fit one v128.
 */
export const COMPARED: u32 = 4;
/** Bytes per bottleneck: its latest labels, the newest first, then the query they belong to. */
export const LATEST: usize = 4 * (COMPARED + 1);
