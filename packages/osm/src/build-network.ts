// Makes the network of a filled `WayList`: cuts roads, keeps components, numbers nodes along the
// Hilbert curve, projects them to the flat map and weighs arcs so that A* has a lower bound (see
// `weigh`). `readOsm` and `loadGeoJson` call `buildNetwork`; architecture/building.md lists its
// steps.
import { checkOptions, type OptionRules, refuseKind } from '@wayfield/check';
import { buildGraph, type Graph, hilbertOrder, NONE, strongComponents } from '@wayfield/graph';
import { type CutWays, cutWays } from './cut-ways.ts';
import { gather, gatherIds, upTo } from './gather.ts';
import type { WayUse } from './profile.ts';
import { leftHandRoads, tellSides } from './driving-sides.ts';
import { addDelays } from './node-delays.ts';
import { areasOnGraph } from './open-areas.ts';
import { closeParallel } from './parallel-roads.ts';
import { profileOf } from './profiles.ts';
import { centreOf, createProjection, type Projection, SPHERE_EXCESS } from './projection.ts';
import { liveRoads, markNodes, type RoadCosts, roadCosts, segmentEnds } from './road-costs.ts';
import { classNumber } from './road-class.ts';
import type { RoadDetails } from './road-details.ts';
import { addTurnCosts, reducedBy } from './turn-costs.ts';
import { penaltyFinder } from './turn-penalties.ts';
import { type Restriction, restrictTurns } from './turn-restrictions.ts';
import type { TurnNodes, Turns } from './turn-states.ts';
import type { RoadNetwork, RoadOptions, RoadReport, Roads } from './types.ts';
import { type NodePlaces, TURNING, type WayList } from './way-list.ts';

/** The counts of the report that come from reading the source. */
export type ReadCounts = Pick<
  RoadReport,
  | 'nodes'
  | 'ways'
  | 'relations'
  | 'invalidNodes'
  | 'duplicateNodes'
  | 'absurdSpeeds'
  | 'restrictions'
  | 'restrictionsUnclear'
  | 'restrictionsAmbiguous'
>;

/** Arcs by tail, before they have weights. */
interface RoadArcs {
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  /** Twice the number of the road, plus 1 if the arc runs against it. */
  readonly roadOf: Uint32Array;
}

/** Throws for wrong or unknown options; callers do this before they read anything. */
export function checkRoadOptions(where: string, options: RoadOptions, rules: OptionRules): void {
  if (options === undefined) refuseKind('options', options, 'an object with a profile');
  checkOptions(where, options, rules);
  rules.profile(options.profile, options.profile === undefined ? 'options.profile' : 'profile');
  profileOf(options.profile);
}

/** Builds the network of the ways of a list. A node without a place cuts its ways. */
export function buildNetwork(
  list: WayList,
  places: NodePlaces,
  restrictions: readonly Restriction[],
  counts: ReadCounts,
  options: RoadOptions,
): RoadNetwork {
  const { weight = 'metres', turnRestrictions = false, uTurns = true, segmentSpeeds } = options;
  if (options.sides) tellSides(list, places, options.sides);
  const { cut, costs } = cutRoads(list, places, options);
  const leftOut = options.parallel === 'cheapest' ? closeParallel(cut, list, costs) : undefined;
  const useOf = gather(Uint32Array, list.use.values(), cut.way);
  const useOfRoad = (r: number): WayUse => list.uses[useOf[r]];
  const components = componentsOf(cut, useOfRoad);
  const kept = (u: number): boolean =>
    !options.largestComponent || components.component[u] === components.largest;
  const { nodes, newOf, centre } = numberNodes(cut, places, kept);
  const roadNumbers = upTo(cut.tail.length).filter(
    (r) => newOf[cut.tail[r]] !== NONE && newOf[cut.head[r]] !== NONE && leftOut?.[r] !== 1,
  );

  const listNode = gather(Uint32Array, cut.listNode, nodes);
  const lonE7 = gather(Int32Array, places.lonE7, listNode);
  const latE7 = gather(Int32Array, places.latE7, listNode);
  const drawn = projectNodes(lonE7, latE7, createProjection(centre));
  const flat = options.lengths === 'ellipsoid' ? stretchedFor(drawn) : drawn;
  const arcs = arcsOf(cut, roadNumbers, newOf, nodes.length, openTo(useOfRoad, costs));
  const lengthOf = (road: number): number => cut.length[roadNumbers[road]];
  const speedOf = (road: number, against: number): number =>
    weight === 'metres' ? 1 : costs.speeds[2 * roadNumbers[road] + against];
  const { weights, scale } = weigh(arcs, flat, lengthOf, speedOf);
  const { x, y } = flat;
  const base = { nodeCount: nodes.length, ...arcs, weight: weights, x, y };

  const { roads, names, details } = collectRoads(cut, roadNumbers, list, useOf);
  const ends = options.endsOnly ? endsOnlyOf(list, useOf, roadNumbers) : undefined;
  const obeyed = turnRestrictions ? restrictions : [];
  const mayTurn = (node: number): boolean => (places.state[listNode[node]] & TURNING) !== 0;
  const turns = restrictTurns(
    base,
    { restrictions: obeyed, uTurns, mayTurn, endsOnly: endsOf(arcs, ends) },
    { list, listNode, wayOfRoad: gather(Uint32Array, cut.way, roadNumbers) },
  );
  const waits = options.delays && weight === 'seconds' ? places : undefined;
  const priced = withTurnCosts(turns, roads, details, options);
  const nodesOf = addDelays(priced, { places: waits, listNode, roads });
  const { pointId, ...withoutIds } = roads;
  const live = liveOf(cut, costs, useOfRoad, segmentSpeeds ? components : undefined);
  const cost =
    costs.costs && weight === 'seconds' && costsOfArcs(nodesOf, costs.costs, roadNumbers);
  const graph: Graph = buildGraph(nodesOf.arcs, {
    heuristicScale: priced.kept === undefined ? scale : scale * priced.kept * (1 - SCALE_MARGIN),
    shared: options.shared ?? false,
  });
  return {
    graph,
    profile: profileOf(options.profile).name,
    weight,
    ...(options.lengths === 'ellipsoid' && { lengths: options.lengths }),
    centre,
    baseCount: nodes.length,
    nodeId: gatherIds(list.nodes.ids(), listNode, list.ids.toBig),
    lonE7,
    latE7,
    roadOf: nodesOf.roadOf,
    ...(cost && { cost }),
    roads: {
      ...withoutIds,
      ...(options.pointIds && pointId && { pointId }),
      ...(ends && { endsOnly: ends }),
      ...(live && { live: gather(Uint8Array, live, roadNumbers) }),
    },
    names,
    details,
    baseOf: nodesOf.baseOf,
    endOf: nodesOf.endOf,
    ...(options.openAreas && { openAreas: areasOnGraph(list.openAreas, listNode) }),
    report: reportOf(counts, { list, cut, turns, components }),
  };
}

/** Cuts ways into roads, also at the nodes that `options` name, and finds what the roads cost. */
function cutRoads(
  list: WayList,
  places: NodePlaces,
  options: RoadOptions,
): { cut: CutWays; costs: RoadCosts } {
  const { segmentSpeeds = [], turnPenalties = [], pointIds = false, decimals } = options;
  const vias = turnPenalties.map(({ via }) => via);
  markNodes(list, places, [...segmentEnds(segmentSpeeds), ...vias]);
  const cut = cutWays(list, places, { ...options, pointIds: pointIds || vias.length > 0 });
  const apart = turnPenalties.some(({ cost }) => cost !== undefined);
  const profile = profileOf(options.profile);
  return { cut, costs: roadCosts(cut, list, profile, { segmentSpeeds, decimals, apart }) };
}

/**
 * `Roads.live`; undefined without the option `segmentSpeeds` (no `components`) and without a use
 * that is `passOnly`. `components` are those before speeds of 0 closed roads.
 */
function liveOf(
  cut: CutWays,
  costs: RoadCosts,
  useOf: (road: number) => WayUse,
  components: RoadComponents | undefined,
): Uint8Array | undefined {
  const isMain = (r: number): boolean =>
    [cut.tail[r], cut.head[r]].every((u) => components?.component[u] === components?.largest);
  if (components) return liveRoads(cut, costs, useOf, isMain);
  for (let r = 0; r < cut.way.length; r++) {
    if (useOf(r).passOnly) return liveRoads(cut, costs, useOf, () => false);
  }
  return undefined;
}

/** The use of each road, without the directions that `closed` names. */
function openTo(useOf: (road: number) => WayUse, { closed }: RoadCosts): (road: number) => WayUse {
  return (r) => {
    const use = useOf(r);
    if (closed[2 * r] === 0 && closed[2 * r + 1] === 0) return use;
    return {
      ...use,
      forward: closed[2 * r] === 1 ? 0 : use.forward,
      backward: closed[2 * r + 1] === 1 ? 0 : use.backward,
    };
  };
}

/** Per arc: what routes minimise. An arc without a road costs its seconds plus its `extra`. */
function costsOfArcs(
  { arcs, roadOf, extra }: TurnNodes,
  costs: Float64Array,
  roadNumbers: Uint32Array,
): Float32Array {
  return Float32Array.from(roadOf, (code, a) => {
    const more = extra?.[a] ?? 0;
    if (code === NONE) return arcs.weight[a] + more;
    return reducedBy(costs[2 * roadNumbers[code >>> 1] + (code & 1)], more);
  });
}

/**
 * Adds the costs of turns, where weights are seconds: with `turnCosts` those of the profile, if it
 * has any, and always those of `turnPenalties`.
 */
function withTurnCosts(
  turns: Turns,
  roads: Roads,
  details: readonly RoadDetails[],
  options: RoadOptions,
): TurnNodes {
  const profile = profileOf(options.profile);
  const { turnPenalties = [], turnCosts } = options;
  const priced = turnCosts && profile.turn !== undefined;
  if (options.weight !== 'seconds' || (!priced && turnPenalties.length === 0)) return turns;
  return addTurnCosts(turns, {
    seconds: priced ? (turn) => profile.turn!(turn) : () => 0,
    roads,
    leftHand: leftHandRoads(roads.detail!, details, options.leftHand ?? false),
    ...(turnPenalties.length > 0 && { penalties: penaltyFinder(turnPenalties, roads) }),
    decimals: options.decimals,
  });
}

/** The report: the counts of reading, and those of building. */
function reportOf(
  counts: ReadCounts,
  {
    list,
    cut,
    turns,
    components,
  }: {
    readonly list: WayList;
    readonly cut: CutWays;
    readonly turns: Turns;
    readonly components: RoadComponents;
  },
): RoadReport {
  return {
    ...counts,
    usedWays: list.ways.count,
    missingNodes: cut.missingNodes,
    duplicateWays: list.duplicateWays,
    shortWays: cut.shortWays,
    repeatedNodes: cut.repeatedNodes,
    barriers: cut.barriers,
    restrictionsUsed: turns.used,
    restrictionsUnclear: counts.restrictionsUnclear + turns.unclear,
    restrictionsAmbiguous: counts.restrictionsAmbiguous + turns.ambiguous,
    components: components.count,
    largestComponent: components.largestSize,
  };
}

/**
 * Per road, by its use: 1 = only for the start and the end of a route; undefined = no such road.
 */
function endsOnlyOf(
  { uses }: WayList,
  useOf: Uint32Array,
  roads: Uint32Array,
): Uint8Array | undefined {
  const ends = Uint8Array.from(roads, (r) => Number(uses[useOf[r]].endsOnly === true));
  return ends.includes(1) ? ends : undefined;
}

/** Per arc: 1 = its road is only for the start and the end of a route. */
function endsOf({ roadOf }: RoadArcs, ends: Uint8Array | undefined): Uint8Array | undefined {
  return ends && Uint8Array.from(roadOf, (code) => ends[code >>> 1]);
}

interface RoadComponents {
  readonly component: Uint32Array;
  readonly count: number;
  /** The number of the largest component, and how many nodes it has. */
  readonly largest: number;
  readonly largestSize: number;
}

/**
 * The strong components of the roads, as if no direction were closed (`RoadCosts.closed`). If
 * several have the largest size, the first of them counts as the largest.
 */
function componentsOf(cut: CutWays, useOf: (road: number) => WayUse): RoadComponents {
  const { tail, head } = arcsOf(
    cut,
    upTo(cut.tail.length),
    upTo(cut.nodeCount),
    cut.nodeCount,
    useOf,
  );
  const firstOut = new Uint32Array(cut.nodeCount + 1);
  for (const u of tail) firstOut[u + 1]++;
  for (let u = 0; u < cut.nodeCount; u++) firstOut[u + 1] += firstOut[u];
  const { component, count, size } = strongComponents({
    nodeCount: cut.nodeCount,
    arcCount: head.length,
    firstOut,
    head,
    weight: new Float32Array(head.length),
    heuristicScale: 0,
    buffer: head.buffer,
  });
  const most = size.reduce((a, b) => Math.max(a, b), 0);
  return { component, count, largest: size.indexOf(most), largestSize: most };
}

/**
 * Numbers the kept nodes along the Hilbert curve, so that neighbours on the map are close in
 * memory. `nodes[new]` is the old number, `newOf[old]` the new one or NONE.
 */
function numberNodes(
  cut: CutWays,
  places: NodePlaces,
  kept: (u: number) => boolean,
): { nodes: Uint32Array; newOf: Uint32Array; centre: [number, number] } {
  const list = upTo(cut.nodeCount).filter(kept);
  const listNode = gather(Uint32Array, cut.listNode, list);
  const lon = gather(Int32Array, places.lonE7, listNode);
  const lat = gather(Int32Array, places.latE7, listNode);
  const centre = centreOf(lon, lat);
  const newOf = new Uint32Array(cut.nodeCount).fill(NONE);
  if (list.length === 0) return { nodes: list, newOf, centre };
  const { x, y } = projectNodes(lon, lat, createProjection(centre));
  const order = hilbertOrder({ nodeCount: list.length, x, y } as Graph);
  const nodes = order.map((i) => list[i]);
  nodes.forEach((u, i) => (newOf[u] = i));
  return { nodes, newOf, centre };
}

/** Places in metres on the flat map, and the largest factor by which it stretches lengths. */
interface Flat {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly stretch: number;
}

function projectNodes(lonE7: Int32Array, latE7: Int32Array, projection: Projection): Flat {
  const x = new Float32Array(lonE7.length);
  const y = new Float32Array(lonE7.length);
  const place = new Float64Array(3);
  let stretch = 1;
  for (let u = 0; u < x.length; u++) {
    projection.project(lonE7[u], latE7[u], place);
    x[u] = place[0];
    y[u] = place[1];
    if (place[2] > stretch) stretch = place[2];
  }
  return { x, y, stretch };
}

/** The flat map for lengths on the ellipsoid, which are up to `SPHERE_EXCESS` times shorter. */
const stretchedFor = (flat: Flat): Flat => ({ ...flat, stretch: flat.stretch * SPHERE_EXCESS });

/**
 * One arc per road and direction allowed, sorted by tail, the arcs of a node in the order of roads.
 */
function arcsOf(
  cut: CutWays,
  roads: Uint32Array,
  newOf: Uint32Array,
  nodeCount: number,
  useOf: (road: number) => WayUse,
): RoadArcs {
  const first = new Uint32Array(nodeCount + 1);
  const forEachArc = (visit: (u: number, v: number, code: number) => void): void => {
    for (let i = 0; i < roads.length; i++) {
      const u = newOf[cut.tail[roads[i]]];
      const v = newOf[cut.head[roads[i]]];
      const { forward, backward } = useOf(roads[i]);
      if (forward > 0) visit(u, v, 2 * i);
      if (backward > 0) visit(v, u, 2 * i + 1);
    }
  };
  forEachArc((u) => first[u + 1]++);
  for (let u = 0; u < nodeCount; u++) first[u + 1] += first[u];
  const arcCount = first[nodeCount];
  const tail = new Uint32Array(arcCount);
  const head = new Uint32Array(arcCount);
  const roadOf = new Uint32Array(arcCount);
  forEachArc((u, v, code) => {
    const a = first[u]++;
    tail[a] = u;
    head[a] = v;
    roadOf[a] = code;
  });
  return { tail, head, roadOf };
}

/**
 * Relative margins of `weigh`. The unit roundoff of f32 is u = 2^-24; the margins are 16, 8 and 64
 * u, so that each covers the few roundings that its line in the list below names.
 */
const PLACE_MARGIN = 2 ** -20;
const WEIGHT_MARGIN = 2 ** -21;
const SCALE_MARGIN = 2 ** -18;

/**
 * The weights of arcs, and a heuristic scale: no arc weighs less than `scale` times the straight
 * line between its ends on the flat map. `speedOf` is 1 for weights in metres.
 *
 * A straight line on the stereographic map is at most sqrt(k0 k1) times the great circle between
 * its ends, where k0 and k1 are the stretch at the ends. So `perMetre` = 1 / (stretch · fastest) is
 * a lower bound on the weight per metre of the straight line. Places are rounded to 1e-7 degrees,
 * and x and y to f32. A road may therefore be shorter than its straight line allows: by fractions
 * of a millimetre in a city, by centimetres a thousand kilometres away. Its weight is then raised.
 *
 * - PLACE_MARGIN (16 u) lowers the bound, so that straight roads, which miss it by rounding only,
 *   keep their weights;
 * - WEIGHT_MARGIN (8 u) raises the raised weights, which are then rounded to f32;
 * - SCALE_MARGIN (64 u) lowers the scale itself, for the rounding of the scale and of the products
 *   that solvers compute with it in f32. The scale is therefore smaller than the largest possible
 *   one, which `buildGraph` would take.
 */
function weigh(
  { tail, head, roadOf }: RoadArcs,
  { x, y, stretch }: Flat,
  lengthOf: (road: number) => number,
  speedOf: (road: number, against: number) => number,
): { weights: Float32Array; scale: number } {
  let fastest = 0;
  for (const code of roadOf) fastest = Math.max(fastest, speedOf(code >>> 1, code & 1));
  if (fastest === 0) return { weights: new Float32Array(0), scale: 0 };
  const perMetre = (1 - PLACE_MARGIN) / (stretch * fastest);
  const weights = new Float32Array(tail.length);
  for (let a = 0; a < tail.length; a++) {
    const dx = x[head[a]] - x[tail[a]];
    const dy = y[head[a]] - y[tail[a]];
    const cost = lengthOf(roadOf[a] >>> 1) / speedOf(roadOf[a] >>> 1, roadOf[a] & 1);
    weights[a] = Math.max(cost, perMetre * (1 + WEIGHT_MARGIN) * Math.sqrt(dx * dx + dy * dy));
  }
  return { weights, scale: Math.fround(perMetre * (1 - SCALE_MARGIN)) };
}

function collectRoads(
  cut: CutWays,
  numbers: Uint32Array,
  list: WayList,
  useOf: Uint32Array,
): { roads: Roads; names: string[]; details: RoadDetails[] } {
  const way = gather(Uint32Array, cut.way, numbers);
  const classes = list.uses.map(({ roadClass }) => classNumber(roadClass));
  const firstPoint = new Uint32Array(numbers.length + 1);
  numbers.forEach((r, i) => {
    firstPoint[i + 1] = firstPoint[i] + cut.firstPoint[r + 1] - cut.firstPoint[r];
  });
  const lonE7 = new Int32Array(firstPoint[numbers.length]);
  const latE7 = new Int32Array(firstPoint[numbers.length]);
  const member = new Uint32Array(cut.member.length > 0 ? lonE7.length : 0);
  numbers.forEach((r, i) => {
    const [from, to] = [cut.firstPoint[r], cut.firstPoint[r + 1]];
    lonE7.set(cut.lonE7.subarray(from, to), firstPoint[i]);
    latE7.set(cut.latE7.subarray(from, to), firstPoint[i]);
    if (member.length > 0) member.set(cut.member.subarray(from, to), firstPoint[i]);
  });
  const { number: name, used: names } = renumber(
    gather(Uint32Array, list.name.values(), way),
    list.names,
  );
  const { number: detail, used: details } = renumber(
    gather(Uint32Array, list.detail.values(), way),
    list.details,
  );
  const roads: Roads = {
    count: numbers.length,
    wayId: gatherIds(list.ways.ids(), way, list.ids.toBig),
    roadClass: gather(Uint8Array, classes, gather(Uint32Array, useOf, numbers)),
    name,
    length: gather(Float32Array, cut.length, numbers),
    firstPoint,
    lonE7,
    latE7,
    detail,
    ...(member.length > 0 && { pointId: gatherIds(list.nodes.ids(), member, list.ids.toBig) }),
  };
  return { roads, names, details };
}

/**
 * Numbers the names, or details, that roads have in the order of roads, so that the order of the
 * file does not matter. Entries without a road are left out, except the first one, which is empty.
 */
function renumber<T>(number: Uint32Array, list: readonly T[]): { number: Uint32Array; used: T[] } {
  const numberOf = new Uint32Array(list.length);
  const used = [list[0]];
  for (let r = 0; r < number.length; r++) {
    if (number[r] === 0) continue;
    if (numberOf[number[r]] === 0) numberOf[number[r]] = used.push(list[number[r]]) - 1;
    number[r] = numberOf[number[r]];
  }
  return { number, used };
}
