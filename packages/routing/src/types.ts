import type { Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { RoadNetwork, RoadPosition } from '@wayfield/osm';

/**
 * What routes minimise: seconds at the speeds of the profile, metres along the roads, or `cost` of
 * the road network, which only some networks have.
 */
export type Metric = 'seconds' | 'metres' | 'cost';

/** The directions of a road in which a position may be left and reached. */
export type Directions = 'both' | 'along' | 'against';

/**
 * A road network ready for all services: weights in whole ticks, the arcs of every road, and a
 * contraction hierarchy. Plain data, made by `buildRouting` or read by `readRouting`.
 *
 * A tick is a power of two, so sums of weights are exact in f32 up to 2^24 ticks: 18 hours or 262
 * km. Below this bound routes and matrices have the cost of Dijkstra's algorithm, bit for bit.
 */
export interface RoutingNetwork {
  /** Geometry, names and classes of the roads, and their nodes. */
  readonly network: RoadNetwork;
  readonly metric: Metric;
  /** Seconds, metres or units of cost: every weight of `graph` is a whole number of ticks. */
  readonly tick: number;
  /** The nodes and arcs of `network.graph`, weighted by the metric. */
  readonly graph: Graph;
  /** The contraction hierarchy of `graph`, for its weights. */
  readonly hierarchy: Hierarchy;
  /**
   * One entry per arc: seconds, metres, both in whole ticks, and the node from which the arc comes.
   * An arc without a road, such as the wait of a turn, has 0 metres.
   */
  readonly seconds: Float32Array;
  readonly metres: Float32Array;
  readonly tail: Uint32Array;
  /**
   * The arcs of a road: those along road `r` begin at `arcs[firstArc[2 * r]]`, those against it at
   * `arcs[firstArc[2 * r + 1]]`. `firstArc` has 2 * roads + 1 entries. A direction that is closed
   * has no arcs. A direction has several arcs where the node that it comes from has copies; their
   * weights differ only where a turn of negative cost reduces the weight of one.
   */
  readonly firstArc: Uint32Array;
  readonly arcs: Uint32Array;
  /** See `BuildRoutingOptions`; absent: only the largest strong component is large. */
  readonly smallComponentSize?: number;
  /**
   * One entry per road. 1 = on a large strong component: one with at least `smallComponentSize`
   * directions of roads, by default the one with the most. Also 1 for a road of `endsOnly` that a
   * large component leads to and that leads back to one, and for a road that lay on the largest
   * component before speeds closed roads.
   */
  readonly connected: Uint8Array;
}

/** A straight line over open ground between a place and a corner of the ground. */
export interface GroundWalk {
  /** Index into `RoadNetwork.openAreas`. */
  readonly area: number;
  /** The place on the ground, in units of 1e-7 degrees. */
  readonly lonE7: number;
  readonly latE7: number;
  readonly metres: number;
  readonly seconds: number;
}

/** A place on a road, found by `RoadIndex`: what all services take. */
export interface RoadPoint extends RoadPosition {
  /**
   * Where the place asked for lies, seen in the direction of the way; `'on'`: within 1 cm of the
   * road, or on the line of its nearest segment.
   */
  readonly side: 'left' | 'right' | 'on';
  /** Degrees clockwise from north: the direction of the way at this place. */
  readonly bearing: number;
  /** Default 'both': every direction that the road allows. */
  readonly directions?: Directions;
  /**
   * The place asked for lies on open ground, from where one walks to this corner: see
   * `createGroundIndex`. Routes, alternatives and matrices include the walk; isochrones refuse it.
   */
  readonly ground?: GroundWalk;
}

/** A part of a road that a route travels in one direction. */
export interface Piece {
  /** The arc of the graph. */
  readonly arc: number;
  readonly road: number;
  /** Against the direction of the way. */
  readonly against: boolean;
  /**
   * Shares of the road, in the direction of the way: `from` is at least `to` if `against`, else at
   * most `to`. Both are equal only in a leg of one piece.
   */
  readonly from: number;
  readonly to: number;
  /**
   * Seconds of turns and signals at the end of the piece. The first piece of a leg that begins at a
   * node also has those before it. Default 0.
   */
  readonly wait?: number;
  /** The cost of `wait` in the metric of the routing network. Default 0. */
  readonly waitCost?: number;
}

/** The part of a route between two of its positions. */
export interface RouteLeg {
  /** Waits of turns and signals, and walks on open ground, included. */
  readonly seconds: number;
  /** Walks on open ground included. */
  readonly metres: number;
  /** In the metric of the routing network. */
  readonly cost: number;
  /** In the order of travel, at least one. */
  readonly pieces: readonly Piece[];
  /**
   * The leg is a straight line over open ground between two places on it; its one piece has no
   * length. See `GroundIndex.straight`.
   */
  readonly straight?: true;
}

/** A route over two or more positions. */
export interface Route {
  /** In the metric of the routing network; a whole number of ticks. */
  readonly cost: number;
  readonly seconds: number;
  readonly metres: number;
  /** One per pair of neighbouring positions. */
  readonly legs: readonly RouteLeg[];
  readonly points: readonly RoadPoint[];
}
