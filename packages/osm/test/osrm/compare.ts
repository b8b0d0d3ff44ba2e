// Asks our networks what OSRM's scenarios ask, row by row: which directions of a way are open, and
// by which roads a route runs. Speeds, times, weights, turns and texts of OSRM are its own and are
// not compared.
import { buildQueries, FOUND, NONE, referenceRoutes } from '@wayfield/graph';
import {
  createLocator,
  createPositionRouter,
  readOsm,
  type PositionRoute,
  type ProfileName,
  type RoadNetwork,
  type RoadPosition,
} from '../../src/index.ts';
import type { Scenario, TableRow } from './features.ts';
import {
  mapOfRow,
  mapOfScenario,
  questionsOf,
  type Place,
  type ScenarioMap,
} from './scenario-map.ts';

/** One row of a scenario: what OSRM says, what the network of our profile gives. */
export interface ComparedRow {
  readonly feature: string;
  readonly scenario: Scenario;
  readonly row: TableRow;
  readonly expected: string;
  readonly found: string;
}

/** Compares every row of a scenario that asks for routability or for a route. */
export async function compareScenario(
  scenario: Scenario,
  profile: ProfileName,
): Promise<ComparedRow[]> {
  const { routability, routes } = questionsOf(scenario);
  const compared: ComparedRow[] = [];
  const add = (row: TableRow, expected: string, found: string): void => {
    compared.push({ feature: scenario.feature, scenario, row, expected, found });
  };
  for (const row of routability) add(row, saidDirections(row), await openDirections(row, profile));
  if (routes.length > 0) {
    const map = mapOfScenario(scenario);
    const network = await readOsm(bytesOf(map.xml), {
      profile,
      weight: 'seconds',
      contract: false,
      turnRestrictions: true,
      endsOnly: true,
      uTurns: false,
    });
    for (const row of routes) {
      const expected = saidRoute(row);
      const found = foundRoute(network, map, row);
      // a row without a route only says that there is one
      add(row, expected, expected === 'any' && found !== 'none' ? 'any' : found);
    }
  }
  return compared;
}

const bytesOf = (xml: string): Uint8Array => new TextEncoder().encode(xml);

function saidDirections({ cells }: TableRow): string {
  const said = (key: string): string => {
    const text = cells[key] ?? cells.bothw;
    return text === undefined ? '?' : text === '' ? '-' : 'x';
  };
  return said('forw') + said('backw');
}

/** From the second to the fourth of five nodes in a row, and back. */
async function openDirections(row: TableRow, profile: ProfileName): Promise<string> {
  const network = await readOsm(bytesOf(mapOfRow(row)), {
    profile,
    contract: false,
    endsOnly: true,
  });
  const asked = saidDirections(row);
  return [
    [2, 4],
    [4, 2],
  ]
    .map(([from, to], i) => {
      if (asked[i] === '?') return '?';
      return wayByNodes(network, from, to) ? 'x' : '-';
    })
    .join('');
}

/** The roads of the best route between nodes of the map; undefined where there is none. */
function wayByNodes(network: RoadNetwork, from: number, to: number): number[] | undefined {
  const at = (id: number): number[] =>
    [...network.nodeId.keys()].filter((u) => network.nodeId[u] === BigInt(id));
  const pairs = at(from).flatMap((u) => at(to).map((v): [number, number] => [u, network.endOf[v]]));
  if (pairs.length === 0) return undefined;
  const { status, cost, firstNode, node } = referenceRoutes(network.graph, buildQueries(pairs));
  let best = -1;
  pairs.forEach((_, i) => {
    if (status[i] === FOUND && (best < 0 || cost[i] < cost[best])) best = i;
  });
  if (best < 0) return undefined;
  return roadsOf(network, node.subarray(firstNode[best], firstNode[best + 1]));
}

/** The roads along a path of nodes. */
function roadsOf({ graph, roadOf }: RoadNetwork, nodes: Uint32Array): number[] {
  const roads: number[] = [];
  for (let i = 1; i < nodes.length; i++) {
    let best = -1;
    for (let a = graph.firstOut[nodes[i - 1]]; a < graph.firstOut[nodes[i - 1] + 1]; a++) {
      if (graph.head[a] !== nodes[i]) continue;
      if (best < 0 || graph.weight[a] < graph.weight[best]) best = a;
    }
    if (roadOf[best] !== NONE) roads.push(roadOf[best] >>> 1);
  }
  return roads;
}

const merged = (names: readonly string[]): string =>
  names.filter((name, i) => i === 0 || name !== names[i - 1]).join(',');

function saidRoute({ cells }: TableRow): string {
  const { route, status } = cells;
  if (status !== undefined && status !== '' && !/^(?:200|ok)$/i.test(status)) return 'none';
  if (route === undefined) return 'any';
  return route === '' ? 'none' : merged(route.split(',').map((name) => name.trim()));
}

function foundRoute(network: RoadNetwork, map: ScenarioMap, { cells }: TableRow): string {
  const stops = (cells.waypoints ?? `${cells.from},${cells.to}`).split(',').map((s) => s.trim());
  const names: string[] = [];
  for (let i = 1; i < stops.length; i++) {
    const roads = roadsBetween(network, map, stops[i - 1], stops[i]);
    if (!roads) return 'none';
    names.push(...roads.map((road) => network.names[network.roads.name[road]]));
  }
  return merged(names);
}

function roadsBetween(
  network: RoadNetwork,
  { nodeIds, places }: ScenarioMap,
  from: string,
  to: string,
): number[] | undefined {
  const idOf = (sign: string): number | undefined => {
    const id = nodeIds.get(sign);
    return id !== undefined && network.nodeId.includes(BigInt(id)) ? id : undefined;
  };
  const [start, goal] = [idOf(from), idOf(to)];
  if (start !== undefined && goal !== undefined) return wayByNodes(network, start, goal);
  return wayByPlaces(network, places.get(from)!, places.get(to)!);
}

/** The roads between places, from the nearest road of each. */
function wayByPlaces(network: RoadNetwork, from: Place, to: Place): number[] | undefined {
  const locator = createLocator(network);
  const near = ([lon, lat]: Place): RoadPosition | undefined =>
    locator.nearestRoad(lon, lat, { within: 100_000 });
  const [start, goal] = [near(from), near(to)];
  if (!start || !goal) return undefined;
  const router = createPositionRouter(network);
  const asked = router.queries([[start, goal]]);
  const [found]: PositionRoute[] = router.routes(
    asked,
    referenceRoutes(network.graph, asked.queries),
  );
  if (found.cost === Infinity) return undefined;
  return [start.road, ...roadsOf(network, found.nodes), goal.road];
}
