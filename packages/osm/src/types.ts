// The public types of a network and of the options of reading. docs/osm-access.md has the layout of
// the arrays as a table.
import type { Graph } from '@wayfield/graph';
import type { SideArea } from './driving-sides.ts';
import type { OpenArea } from './open-areas.ts';
import type { Profile } from './profile.ts';
import type { ProfileName } from './profiles.ts';
import type { SegmentSpeed } from './segment-speeds.ts';
import type { TurnPenalty } from './turn-penalties.ts';
import type { RoadDetails } from './road-details.ts';

export type { OpenArea };

/**
 * What the weights of a road graph are: metres along the road, or seconds at the speeds of the
 * profile and of the other options.
 */
export type RoadWeight = 'metres' | 'seconds';

/** How roads become a graph; the same for every input. */
export interface RoadOptions {
  /** Who travels. */
  readonly profile: ProfileName | Profile;
  /** What arcs cost. Default 'metres'. */
  readonly weight?: RoadWeight;
  /**
   * Points of a way that are neither its ends nor junctions become the shape of a road. Default
   * true; false makes each a node.
   */
  readonly contract?: boolean;
  /**
   * Keep only the largest strong component: the part in which each node reaches each other one.
   * Found before speeds of 0 close roads and before turns are forbidden. Default false.
   */
  readonly largestComponent?: boolean;
  /** Obey turn restrictions, which adds nodes: see `RoadNetwork.baseOf`. Default false. */
  readonly turnRestrictions?: boolean;
  /**
   * Whether routes may turn round anywhere. False: only at dead ends, turning circles and mini
   * roundabouts, which adds a node for most arcs. Default true.
   */
  readonly uTurns?: boolean;
  /**
   * Use private roads and roads for destinations, which then only the start and the end of a route
   * may use. Adds nodes. Default false: private roads are closed, those for destinations open.
   */
  readonly endsOnly?: boolean;
  /**
   * Wait at nodes as the profile says, such as at traffic signals, where weights are seconds. Adds
   * nodes. Default false.
   */
  readonly delays?: boolean;
  /**
   * Let turns take the seconds that the profile says, where weights are seconds. Adds nodes and
   * arcs: about three times as many. Default false.
   */
  readonly turnCosts?: boolean;
  /** Traffic drives on the left, so turns to the right cross it. Default false. */
  readonly leftHand?: boolean;
  /**
   * Areas, each with the side on which traffic drives there. Outside of all areas `leftHand` gives
   * the side. A way lies where its last node with a place lies. If a way has the tag
   * `driving_side`, the tag decides. Default: none.
   */
  readonly sides?: readonly SideArea[];
  /** Keep the ids of all nodes along roads: see `Roads.pointId`. Default false. */
  readonly pointIds?: boolean;
  /**
   * Speeds of single segments, read by `readSegmentSpeeds`, where weights are seconds: they replace
   * those of the profile. Closed directions of roads have no arcs.
   */
  readonly segmentSpeeds?: readonly SegmentSpeed[];
  /**
   * Round as OSRM does, where weights are seconds: each segment and each turn takes whole tenths of
   * a second, a segment at least one tenth and at most 419,430.2 s. Costs of segments are rounded
   * to this number of decimals, 0 to 6: from one unit of the last decimal to 4,194,302 units. With
   * 1 decimal costs equal the seconds unless something else sets them. Default: nothing is rounded.
   */
  readonly decimals?: number;
  /**
   * How roads are measured: along great circles of a sphere, up to 0.56 % off, or on the ellipsoid
   * WGS 84, segment by segment, as OSRM does. Default 'sphere'.
   */
  readonly lengths?: 'sphere' | 'ellipsoid';
  /**
   * Penalties of single turns, read by `readTurnPenalties`, where weights are seconds: they replace
   * the seconds that `turnCosts` gives these turns. Signals keep their delays.
   */
  readonly turnPenalties?: readonly TurnPenalty[];
  /**
   * Cross open ground, such as squares, in straight lines from corner to corner and to the ways
   * that lead away from it; the profile says what is open. Adds roads whose `wayId` is below
   * -2^51. Only `readOsm` reads areas. Default false: outlines that the profile uses are roads, as
   * other closed ways.
   */
  readonly openAreas?: boolean;
  /**
   * Which of several segments of ways to use between the same two neighbouring nodes: 'cheapest',
   * as in OSRM, only one in each direction; of equally cheap ones the fastest, then the first by
   * name. A restriction whose turn needs a segment that is left out is not obeyed. Default 'all'.
   */
  readonly parallel?: 'all' | 'cheapest';
  /** Put the graph into a `SharedArrayBuffer`. Default false. */
  readonly shared?: boolean;
}

/** Options of `readOsm`. */
export interface OsmOptions extends RoadOptions {
  /**
   * Add to the numbers of roads the compass directions that relations of routes give, such as
   * 'I 80 $west'. Default false.
   */
  readonly cardinalDirections?: boolean;
  /**
   * Called for each chunk of the source: 256 KiB of an array or a file, else what the source gives;
   * and once before the graph is built.
   */
  readonly onProgress?: (progress: OsmProgress) => void;
  /**
   * Ends the reading with its reason, at the next chunk, before the next open area, or just before
   * the graph is built.
   */
  readonly signal?: AbortSignal;
}

/** How far the reading is. */
export interface OsmProgress {
  /**
   * Ways are read first, with `openAreas` perhaps twice, then the nodes that they need, then the
   * graph is built.
   */
  readonly phase: 'ways' | 'nodes' | 'graph';
  /**
   * Bytes of the source that this run has read, and all bytes of the source, before unpacking. A
   * run for nodes may end before the end of the source.
   */
  readonly bytes: number;
  readonly byteLength: number;
}

/** Counts of elements found and of elements left out; none of them is an error. */
export interface RoadReport {
  /** Elements in the source. */
  readonly nodes: number;
  readonly ways: number;
  readonly relations: number;
  /** Ways that the profile uses. */
  readonly usedWays: number;
  /** References of used ways to nodes that the source does not hold; the way is cut there. */
  readonly missingNodes: number;
  /** Nodes of used ways without a place on earth. References to them are missing as well. */
  readonly invalidNodes: number;
  /** Nodes of used ways, and used ways, whose id occurred before; they are left out. */
  readonly duplicateNodes: number;
  readonly duplicateWays: number;
  /** Used ways that make no road, because they have no two nodes in a row with places. */
  readonly shortWays: number;
  /** Nodes that a way names twice in a row. */
  readonly repeatedNodes: number;
  /**
   * Used ways with a speed limit that no road has, below 1 or above 300 km/h: such limits are
   * ignored.
   */
  readonly absurdSpeeds: number;
  /** Nodes that stop the profile; each road ends there at a node of its own. */
  readonly barriers: number;
  /** Relations that restrict turns, for any traveller. Obeyed: none without `turnRestrictions`. */
  readonly restrictions: number;
  readonly restrictionsUsed: number;
  /**
   * Unclear restrictions, whose members do not meet on the roads or whose words or members are not
   * understood, and ambiguous ones, which name more than one turn. Neither is obeyed; both are 0
   * without `turnRestrictions`.
   */
  readonly restrictionsUnclear: number;
  readonly restrictionsAmbiguous: number;
  /** Strong components of the roads before any was left out, and the nodes of the largest. */
  readonly components: number;
  readonly largestComponent: number;
}

/**
 * The roads: parts of ways between two nodes of the graph. One or two arcs run along each, more
 * where nodes have copies.
 */
export interface Roads {
  readonly count: number;
  /**
   * count entries each: the id of the way, and its class as an index into `ROAD_CLASSES`.
   */
  readonly wayId: BigInt64Array;
  readonly roadClass: Uint8Array;
  /** Index into `names`; 0 = none. */
  readonly name: Uint32Array;
  /** Metres along the road. */
  readonly length: Float32Array;
  /**
   * count + 1 entries: the points of road `r` are `firstPoint[r]` to `firstPoint[r + 1]` − 1. The
   * first and the last of them are the nodes at its ends.
   */
  readonly firstPoint: Uint32Array;
  /** Points in units of 1e-7 degrees, in the direction of the way. */
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  /**
   * count entries of bits, only with the option `segmentSpeeds` or ways that are `passOnly`. 1: the
   * road lay on the largest strong component before roads were closed (with `segmentSpeeds` only).
   * 2 and 4: `segmentSpeeds` name the road in the direction of its way, and against it. 8: all of
   * the way between two junctions is closed, or `passOnly`, so no position is found on the road.
   */
  readonly live?: Uint8Array;
  /** One entry per point: the id of its node. Only with the option `pointIds`. */
  readonly pointId?: BigInt64Array;
  /**
   * count entries: 1 = only the start and the end of a route may use the road. Absent without the
   * option `endsOnly`, and where no road has a 1.
   */
  readonly endsOnly?: Uint8Array;
  /** count entries: index into `RoadNetwork.details`. Not in networks of older files. */
  readonly detail?: Uint32Array;
}

/**
 * A road graph, with the ids, places, names and shapes behind its nodes and arcs. Nodes beyond
 * `baseCount` are copies of others (see `baseOf`): `turnRestrictions`, `uTurns: false`, `endsOnly`,
 * `delays` and `turnCosts` add them.
 *
 * Weights of `graph` may be changed at any time (see `Graph`). Nothing else may be changed.
 */
export interface RoadNetwork {
  readonly graph: Graph;
  /** The profile's name. */
  readonly profile: string;
  readonly weight: RoadWeight;
  /** Only where roads were measured on the ellipsoid: see `RoadOptions.lengths`. */
  readonly lengths?: 'ellipsoid';
  /** Degrees of the place where x and y of the graph are 0. */
  readonly centre: readonly [lon: number, lat: number];
  /** Nodes that lie on the map. */
  readonly baseCount: number;
  /** baseCount entries each: the id of a node, and its place in units of 1e-7 degrees. */
  readonly nodeId: BigInt64Array;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  /**
   * One entry per arc: twice the number of its road, plus 1 against the direction of the way; NONE
   * for arcs that are no road: those of weight 0 from a node or its copies to its `endOf`, and
   * those between a node and its copies, whose weight is the delay or the turn there in seconds.
   */
  readonly roadOf: Uint32Array;
  /**
   * One entry per arc: the cost that routes minimise. Absent if this cost is the weight. It differs
   * from the weight only if weights are seconds, and only by rates and costs of profiles and
   * segments, by costs in `turnPenalties`, or by `decimals` other than 1.
   */
  readonly cost?: Float32Array;
  readonly roads: Roads;
  /** Names of roads, with the defaults of `WayUse.name`; names[0] is ''. */
  readonly names: readonly string[];
  /** Details of roads from signs and tags, by `roads.detail`; details[0] is empty. */
  readonly details?: readonly RoadDetails[];
  /** graph.nodeCount entries: the node of the map that a node is, or is a copy of. */
  readonly baseOf: Uint32Array;
  /**
   * baseCount entries: the target of queries for a node, the node itself if it has no copies.
   * Queries from a node have the node itself as their source.
   */
  readonly endOf: Uint32Array;
  /** Open ground with lines across; only with the option `openAreas`. */
  readonly openAreas?: readonly OpenArea[];
  readonly report: RoadReport;
}
