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
 * What the arcs of a road graph cost: metres along the road, or seconds at the speed of the
 * profile.
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
  /** Keep only the largest part in which everything reaches everything. Default false. */
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
   * Areas, each with the side on which traffic drives there. Outside of all areas `leftHand` says
   * it. A way lies where its last node does. The tag `driving_side` of a way counts first. Default:
   * none.
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
   * a second, a segment at least one tenth. Costs that are apart from seconds are rounded to this
   * number of decimals, 0 to 6. A segment takes at most 419,430.2 s. Default: nothing is rounded.
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
   * -2^51. Only `readOsm` reads areas. Default false: outlines are roads, as other closed ways.
   */
  readonly openAreas?: boolean;
  /**
   * Which of several segments of ways to use between the same two neighbouring nodes: 'cheapest',
   * as in OSRM, only one in each direction; of equally cheap ones the fastest, then the first by
   * name. Restrictions of ways that are left out there are not obeyed. Default 'all'.
   */
  readonly parallel?: 'all' | 'cheapest';
  /** Put the graph into a `SharedArrayBuffer`. Default false. */
  readonly shared?: boolean;
}

/** Options of `readOsm`. */
export interface OsmOptions extends RoadOptions {
  /**
   * Tell the numbers of roads with the compass direction that relations of routes say, such as
   * 'I 80 $west'. Default false.
   */
  readonly cardinalDirections?: boolean;
  /** Called about every quarter of a megabyte. */
  readonly onProgress?: (progress: OsmProgress) => void;
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal;
}

/** How far the reading is. */
export interface OsmProgress {
  /**
   * Ways are read first, with `openAreas` perhaps twice, then the nodes that they need, then the
   * graph is built.
   */
  readonly phase: 'ways' | 'nodes' | 'graph';
  /** Bytes of the source read in this phase, and all there are. */
  readonly bytes: number;
  readonly byteLength: number;
}

/** Counts of what was found and of what was left out; none of these is an error. */
export interface RoadReport {
  /** Elements in the source. */
  readonly nodes: number;
  readonly ways: number;
  readonly relations: number;
  /** Ways that the profile uses. */
  readonly usedWays: number;
  /** References of used ways to nodes that the source does not hold; the way is cut there. */
  readonly missingNodes: number;
  /** Nodes of used ways without a place on earth, counted as missing as well. */
  readonly invalidNodes: number;
  /** Nodes and used ways whose id an earlier one has; they are left out. */
  readonly duplicateNodes: number;
  readonly duplicateWays: number;
  /** Used ways of which fewer than two nodes are left. */
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
  /** Relations that restrict turns; those obeyed. */
  readonly restrictions: number;
  readonly restrictionsUsed: number;
  /**
   * Unclear ones, whose members do not meet in this source or whose words are not understood, and
   * ambiguous ones, which name more than one turn; neither is obeyed.
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
   * count entries, only with the option `segmentSpeeds` or ways that are `passOnly`: 1 = the road
   * lay on the largest strong component before roads were closed, 2 and 4 = it has a speed of its
   * own in the direction of its way, and against it, 8 = closed as a whole between two junctions,
   * or `passOnly`: it is not found by place. The numbers are added.
   */
  readonly live?: Uint8Array;
  /** One entry per point: the id of its node. Only with the option `pointIds`. */
  readonly pointId?: BigInt64Array;
  /**
   * count entries: 1 = only the start and the end of a route may use the road. Only with the option
   * `endsOnly`, where there are such roads.
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
 * Weights of `graph` may be changed at any time (see `Graph`). Everything else must stay as it is.
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
   * those between copies of a node as long as the delay, or the turn, there.
   */
  readonly roadOf: Uint32Array;
  /**
   * One entry per arc: what routes minimise, where that is not the weight. Only with a profile that
   * says so, or with rates of segments.
   */
  readonly cost?: Float32Array;
  readonly roads: Roads;
  /** Names, or where there is none the `ref`, of roads; names[0] is ''. */
  readonly names: readonly string[];
  /** What signs and tags tell about roads, by `roads.detail`; details[0] is empty. */
  readonly details?: readonly RoadDetails[];
  /** graph.nodeCount entries: the node on the map that a node is a copy of. */
  readonly baseOf: Uint32Array;
  /**
   * baseCount entries: the node at which searches for a node end; searches start at the node
   * itself.
   */
  readonly endOf: Uint32Array;
  /** Open ground with lines across; only with the option `openAreas`. */
  readonly openAreas?: readonly OpenArea[];
  readonly report: RoadReport;
}
