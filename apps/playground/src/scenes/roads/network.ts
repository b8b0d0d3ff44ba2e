// The functions of the worker of the road scene: a network, a route between two places, agents on
// the roads.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { WasmPool } from '@wayfield/cpu-wasm/pool';
import { NONE, type Queries, type Routes } from '@wayfield/graph';
import {
  createLocator,
  createPositionRouter,
  describeRoute,
  loadGeoJson,
  type Locator,
  pathToGeoJson,
  ROAD_CLASSES,
  type RoadNetwork,
} from '@wayfield/osm';
import {
  type AgentPlan,
  blockNodes,
  blockRoads,
  pairRoutes,
  planAgents,
  randomRoutes,
  type RouteEnds,
  type RouteBatch,
  runAgents,
  trajectories,
} from '@wayfield/osm/agents';
import {
  createLanePlaces,
  createLaneRoutes,
  createTraffic,
  trafficLanes,
} from '@wayfield/osm/traffic';
import type { ScenePath } from '../scene.ts';
import { createGpuTwin, type TwinAnswer } from '../../common/gpu-twin.ts';
import { readRoads } from './read-roads.ts';
import { createShades, type Shading } from './shades.ts';
import { createDrive, type Drive, type Timelines } from './drive.ts';
import { createQueueDrive } from './queue-drive.ts';
import { buildTown } from './town.ts';

/** Agents queue behind one another, or drive through one another. */
export type Movement = 'queue' | 'ghosts';
export type RoadProfile = 'car' | 'bicycle' | 'foot';

/** Number of groups of road classes that are drawn alike, from motorways to streets. */
export const LOOKS = 5;
const LOOK_OF: Readonly<Record<string, number>> = {
  motorway: 0,
  trunk: 0,
  primary: 1,
  secondary: 2,
  tertiary: 3,
};

/** Longitude and latitude to metres east and south of the centre of the map, and back. */
interface Projection {
  x(lon: number): number;
  y(lat: number): number;
  lon(x: number): number;
  lat(y: number): number;
}

interface Roads {
  /** The network as it was read. */
  readonly whole: RoadNetwork;
  readonly locator: Locator;
  readonly projection: Projection;
  /** The blocked roads, including those at blocked nodes. */
  blocked: ReadonlySet<number>;
  /** The network without the blocked roads and nodes. */
  open: RoadNetwork;
  solver: ReturnType<typeof createWasmSolver>;
  drive: Drive | undefined;
  shades: ReturnType<typeof createShades> | undefined;
  /** The last question, and its answers. */
  asked: { readonly queries: Queries; readonly answers: Routes } | undefined;
}

let roads: Roads | undefined;
const gpu = createGpuTwin();

function begun(): Roads {
  if (!roads) throw new Error('there is no map yet');
  return roads;
}

/** The equirectangular projection about the centre of the map. */
function projectionOf([lon0, lat0]: readonly [number, number]): Projection {
  const metres = 111_320;
  const across = metres * Math.cos((lat0 * Math.PI) / 180);
  return {
    x: (lon) => (lon - lon0) * across,
    y: (lat) => (lat0 - lat) * metres,
    lon: (x) => lon0 + x / across,
    lat: (y) => lat0 - y / metres,
  };
}

async function read(source: RoadSource): Promise<RoadNetwork> {
  const options = { profile: source.profile, weight: 'seconds', largestComponent: true } as const;
  if (!source.file) return loadGeoJson(buildTown(source.seed), options);
  return readRoads(source.name, new Uint8Array(await source.file.arrayBuffer()), options);
}

export interface RoadSource {
  readonly profile: RoadProfile;
  readonly seed: number;
  readonly name: string;
  /** A file; absent: the town of the seed. */
  readonly file?: Blob;
}

/** Pieces of roads as the surface draws them. */
function pieces(
  network: RoadNetwork,
  projection: Projection,
  among: (road: number) => boolean,
): Float32Array {
  const { firstPoint, lonE7, latE7, count } = network.roads;
  const list: number[] = [];
  for (let road = 0; road < count; road++) {
    if (!among(road)) continue;
    for (let p = firstPoint[road]; p + 1 < firstPoint[road + 1]; p++) {
      for (const q of [p, p + 1])
        list.push(projection.x(lonE7[q] / 1e7), projection.y(latE7[q] / 1e7));
    }
  }
  return Float32Array.from(list);
}

/**
 * Left, top, right, bottom of nearly all places. Outliers are left out, so that a ferry to a far
 * island does not make the map tiny.
 */
function boxOf(looks: readonly Float32Array[]): number[] {
  const [across, down] = [0, 1].map((axis) => {
    const values = Float32Array.from(
      looks.flatMap((line) =>
        Array.from({ length: line.length / 2 }, (_, i) => line[2 * i + axis]),
      ),
    ).sort();
    const least = values[Math.floor(0.005 * values.length)];
    const most = values[Math.ceil(0.995 * values.length) - 1];
    const margin = 0.04 * (most - least);
    return [
      Math.max(values[0], least - margin),
      Math.min(values[values.length - 1], most + margin),
    ] as const;
  });
  return [across[0], down[0], across[1], down[1]];
}

function solverOf(network: RoadNetwork): ReturnType<typeof createWasmSolver> {
  return createWasmSolver(network.graph, { algorithm: 'astar' });
}

/** From this product of nodes and routes on, threads are faster although they must be started. */
const MUCH = 2e7;

/** How many threads search a number of routes. */
function threadsFor({ graph }: RoadNetwork, routes: number): number {
  const isShared = typeof crossOriginIsolated !== 'undefined' && crossOriginIsolated;
  if (!isShared || graph.nodeCount * routes < MUCH) return 1;
  return Math.min(8, navigator.hardwareConcurrency);
}

async function poolFor({ graph }: RoadNetwork, threads: number): Promise<WasmPool | undefined> {
  if (threads <= 1) return undefined;
  const { createWasmPool } = await import('@wayfield/cpu-wasm/pool');
  return createWasmPool(graph, { algorithm: 'astar', threads });
}

export interface RouteAnswer {
  /** x, y, x, y, …; empty where there is no path. */
  readonly line: Float32Array;
  readonly metres: number;
  readonly seconds: number;
  readonly names: string;
  /** The instructions for a person, one per turn. */
  readonly turns: readonly string[];
  readonly milliseconds: number;
  /** The places on roads that are nearest to the ends. */
  readonly ends: Float32Array;
  /** The path for export; absent if there is none. */
  readonly path?: ScenePath;
}

/** Collects routes as they are found, then makes the agents that drive them. */
interface DriveMaker {
  add(batch: RouteBatch): void;
  drive(count: number): Drive;
}

function ghostsOf({ open, projection }: Roads, plan: AgentPlan): DriveMaker {
  const first = [0];
  const [time, x, y]: [number[], number[], number[]] = [[], [], []];
  return {
    add(batch) {
      for (const line of trajectories(open, plan, batch)) {
        for (let i = 0; i < line.count; i++) {
          time.push(line.time[i]);
          x.push(projection.x(line.lonE7[i] / 1e7));
          y.push(projection.y(line.latE7[i] / 1e7));
        }
        first.push(time.length);
      }
    },
    drive(count) {
      const lines: Timelines = {
        first: Uint32Array.from(first),
        time: Float32Array.from(time),
        x: Float32Array.from(x),
        y: Float32Array.from(y),
      };
      return createDrive(lines, count);
    },
  };
}

/** Metres by which vehicles drive to the right of the middle of a road. */
const ASIDE = 2.5;

function queueOf({ open, projection }: Roads): DriveMaker {
  const collector = createLaneRoutes(open);
  return {
    add: collector.add,
    drive(count) {
      const traffic = createTraffic(trafficLanes(open), collector.routes(), {
        vehicles: count,
        arrival: 'restart',
        release: 60,
        // multiples of the golden ratio are spread evenly for groups of any size
        along: (vehicle) => (vehicle * 0.618034) % 1,
      });
      const places = createLanePlaces(open, {
        project: (lon, lat) => [projection.x(lon), projection.y(lat)],
        aside: ASIDE,
      });
      return createQueueDrive(traffic, places);
    },
  };
}

/** Where the routes of agents come from. */
export type RouteKind = 'random' | 'classified' | 'clicked';

/** The number of agents, and the choice of their routes. */
export interface AgentQuestion {
  readonly count: number;
  readonly seed: number;
  readonly movement: Movement;
  readonly kind: RouteKind;
  /** Number of different random routes; agents on one route are a group. */
  readonly groups: number;
  /** x, y, x, y, … of the starts and goals that were clicked. */
  readonly starts: readonly number[];
  readonly goals: readonly number[];
  readonly shading: Shading;
  readonly threads?: number;
}

/** The queries for the routes of agents. */
function endsOf(now: Roads, question: AgentQuestion): RouteEnds {
  const { open } = now;
  const { count, seed, kind, groups, starts, goals } = question;
  if (kind !== 'clicked') {
    const options = { seed, reachable: true, classified: kind === 'classified' };
    return randomRoutes(open, Math.min(count, groups), options);
  }
  const both = starts.length > 0 && goals.length > 0;
  return pairRoutes(open, both ? nodesAt(now, starts) : [], both ? nodesAt(now, goals) : []);
}

/** The nodes of the map nearest to x, y, x, y, … */
function nodesAt({ locator, projection }: Roads, places: readonly number[]): number[] {
  return Array.from({ length: places.length / 2 }, (_, i) =>
    locator.nearestNode(projection.lon(places[2 * i]), projection.lat(places[2 * i + 1])),
  );
}

/** x, y, x, y, … of nodes. */
function placesOf({ whole, projection }: Roads, nodes: readonly number[]): Float32Array {
  const { lonE7, latE7 } = whole;
  return Float32Array.from(
    nodes.flatMap((node) => [projection.x(lonE7[node] / 1e7), projection.y(latE7[node] / 1e7)]),
  );
}

/** Roads that begin or end at one of these nodes of the map. */
function roadsAtNodes({ graph, roadOf, baseOf }: RoadNetwork, nodes: readonly number[]): number[] {
  if (nodes.length === 0) return [];
  const among = new Set(nodes);
  const found = new Set<number>();
  for (let u = 0; u < graph.nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      if (among.has(baseOf[u]) || among.has(baseOf[graph.head[a]])) found.add(roadOf[a] >>> 1);
    }
  }
  return [...found];
}

const inMetres = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1)} km`;

/** The route as a list of turns. */
const turnsOf = (network: RoadNetwork, route: Parameters<typeof describeRoute>[1]): string[] =>
  describeRoute(network, route).map(({ turn, name, roadClass, metres }) => {
    const what = turn === 'start' ? 'Start' : turn === 'round' ? 'Turn round' : `Go ${turn}`;
    const street = name === '' ? `a ${roadClass.replaceAll('_', ' ')} street` : name;
    return `${what} on ${street}, ${inMetres(metres)}`;
  });

export const roadFunctions = {
  async begin(source: RoadSource) {
    const whole = await read(source);
    if (whole.roads.count === 0) throw new Error(`no roads for ${source.profile} in it`);
    const projection = projectionOf(whole.centre);
    roads?.solver.destroy();
    const locator = createLocator(whole);
    roads = {
      whole,
      locator,
      projection,
      blocked: new Set(),
      open: whole,
      solver: solverOf(whole),
      drive: undefined,
      shades: undefined,
      asked: undefined,
    };
    const { roadClass } = whole.roads;
    const lookOf = (road: number): number => LOOK_OF[ROAD_CLASSES[roadClass[road]]] ?? LOOKS - 1;
    const looks = Array.from({ length: LOOKS }, (_, look) =>
      pieces(whole, projection, (road) => lookOf(road) === look),
    );
    return { looks, box: boxOf(looks), nodes: whole.graph.nodeCount, roads: whole.roads.count };
  },

  /** Asks the GPU the last question, too. */
  async twin(): Promise<TwinAnswer | undefined> {
    const { open, asked } = begun();
    return asked && gpu.ask(open.graph, asked.queries, asked.answers);
  },

  /** The quickest path between two places, by the roads nearest to them. */
  route(fromX: number, fromY: number, toX: number, toY: number): RouteAnswer {
    const { locator, projection, open, blocked, solver } = begun();
    const filter = (road: number): boolean => !blocked.has(road);
    const nearest = (x: number, y: number) =>
      locator.nearestRoad(projection.lon(x), projection.lat(y), { filter });
    const [from, to] = [nearest(fromX, fromY), nearest(toX, toY)];
    if (!from || !to) throw new Error('there is no road left');
    const router = createPositionRouter(open);
    const asked = router.queries([[from, to]]);
    const before = performance.now();
    const answers = solver.run(asked.queries);
    begun().asked = { queries: asked.queries, answers };
    const milliseconds = performance.now() - before;
    const [route] = router.routes(asked, answers);
    const ends = Float32Array.from(
      [from, to].flatMap(({ lonE7, latE7 }) => [
        projection.x(lonE7 / 1e7),
        projection.y(latE7 / 1e7),
      ]),
    );
    if (!Number.isFinite(route.cost)) {
      const none = { line: new Float32Array(0), metres: Infinity, seconds: Infinity, names: '' };
      return { ...none, turns: [], milliseconds, ends };
    }
    const geojson = pathToGeoJson(open, route);
    const { coordinates } = geojson.geometry;
    const metres = Number(geojson.properties['metres']);
    const names = String(geojson.properties['names']);
    return {
      line: Float32Array.from(
        coordinates.flatMap(([lon, lat]) => [projection.x(lon), projection.y(lat)]),
      ),
      metres,
      seconds: route.cost,
      names,
      turns: turnsOf(open, route),
      milliseconds,
      ends,
      path: {
        name: 'route',
        kind: 'line',
        coordinates,
        properties: { metres, seconds: route.cost, names },
      },
    };
  },

  /** The road nearest to a place; undefined if none is near. */
  roadAt(x: number, y: number, within: number): number | undefined {
    const { locator, projection } = begun();
    return locator.nearestRoad(projection.lon(x), projection.lat(y), { within })?.road;
  },

  /** The node nearest to a place; undefined if none is near. */
  nodeAt(x: number, y: number, within: number): number | undefined {
    const { locator, projection } = begun();
    const node = locator.nearestNode(projection.lon(x), projection.lat(y), { within });
    return node === NONE ? undefined : node;
  },

  /** Name and class of the road nearest to a place; undefined if none is near. */
  nameAt(x: number, y: number, within: number): string | undefined {
    const { whole } = begun();
    const road = roadFunctions.roadAt(x, y, within);
    if (road === undefined) return undefined;
    const { roads: all, names } = whole;
    const kind = ROAD_CLASSES[all.roadClass[road]].replaceAll('_', ' ');
    const name = names[all.name[road]];
    return name === '' ? kind : `${name} · ${kind}`;
  },

  /** Blocks these roads and nodes, and opens all others; returns the blocked pieces. */
  block(roadsToBlock: readonly number[], nodesToBlock: readonly number[] = []) {
    const now = begun();
    const { projection, whole } = now;
    const some = roadsToBlock.filter((road) => road < whole.roads.count);
    const nodes = nodesToBlock.filter((node) => node < whole.baseCount);
    const blocked = new Set([...some, ...roadsAtNodes(whole, nodes)]);
    now.blocked = blocked;
    const without = some.length === 0 ? whole : blockRoads(whole, some);
    now.open = nodes.length === 0 ? without : blockNodes(without, nodes);
    now.solver.destroy();
    now.solver = solverOf(now.open);
    return {
      pieces: pieces(whole, projection, (road) => blocked.has(road)),
      nodes: placesOf(now, nodes),
      blocked: some,
    };
  },

  /**
   * Makes agents on routes. Returns the time of the searches and their number of threads.
   * `threads`: by default as many as are faster.
   */
  async agents(question: AgentQuestion) {
    const { count, movement, threads, starts, goals, shading } = question;
    const now = begun();
    const { open } = now;
    const ends = endsOf(now, question);
    const plan = planAgents(open, ends, Math.min(ends.count, count));
    const pool = await poolFor(open, threads ?? threadsFor(open, plan.routeCount));
    const made = movement === 'queue' ? queueOf(now) : ghostsOf(now, plan);
    const searched = runAgents(open, plan, pool ?? now.solver, { onBatch: made.add });
    const run = await searched.finally(() => pool?.destroy());
    now.drive = made.drive(ends.count === 0 ? 0 : count);
    now.shades = createShades(shading, now.drive.count);
    return {
      routes: plan.routeCount,
      starts: placesOf(now, nodesAt(now, starts)),
      goals: placesOf(now, nodesAt(now, goals)),
      milliseconds: run.milliseconds,
      threads: pool?.threads ?? 1,
    };
  },

  /** Drives the agents for some seconds; returns their places. */
  drive(seconds: number) {
    const { drive, shades } = begun();
    const began = performance.now();
    const place = new Float32Array(2 * (drive?.count ?? 0));
    drive?.advance(seconds, place);
    return {
      place,
      standing: drive?.standing() ?? new Float32Array(0),
      shade: shades?.of(place, seconds) ?? new Uint8Array(0),
      arrived: drive?.arrived ?? 0,
      waiting: drive?.waiting ?? 0,
      ms: performance.now() - began,
    };
  },
};
