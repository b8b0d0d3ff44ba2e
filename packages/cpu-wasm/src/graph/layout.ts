/** All that a thread must know of a graph to search it: numbers only, so that it can be sent. */
export interface GraphLayout {
  readonly nodeCount: number;
  /** Address of the rows: arcs firstOut[u] .. firstOut[u + 1] leave node u. */
  readonly firstOut: number;
  /** Address of the arcs, see assembly/graph/layout.ts. */
  readonly arcs: number;
  /** Address of the coordinates, f32 x and y per node; 0 where the graph has none. */
  readonly coordinates: number;
  /** Address of one u32 per node: its weak component. Weights do not change it. */
  readonly components: number;
  /**
   * Rows and arcs of the reverse graph; 0 until it is needed. Those of the graph itself if the
   * graph is symmetric: every arc u -> v has an arc v -> u of the same weight.
   */
  firstIn: number;
  reverse: number;
  /**
   * `heuristicScale`, lowered where weights have fallen: every arc weighs at least this times its
   * straight-line length. 0 where there is no such number.
   */
  scale: number;
  /** The smallest weight above 0, `Infinity` where there is none. */
  leastWeight: number;
  /** Buckets of the queue per unit of cost. */
  density: number;
  /** Whether a heap orders the buckets from the start. */
  ordered: boolean;
  /** Tables of landmarks, one for each number of landmarks that solvers use. */
  readonly landmarks: LandmarkTables[];
}

/** Distances to and from landmarks, see assembly/graph/landmarks.ts: numbers only, can be sent. */
export interface LandmarkTables {
  /** How many landmarks were asked for. */
  readonly count: number;
  /** Entries of a row, u16, one row per node: a multiple of 8. */
  readonly rowEntries: number;
  readonly address: number;
  /** The graph is symmetric, so a row has one entry per landmark, not two. */
  readonly twoWay: boolean;
  /** Cost of a unit in which the entries count. */
  unit: number;
  /** How much rounding may have added to a difference of two entries, in cost. */
  slack: number;
}
