// What the worker of the road scene serves: a network, a route between two places, and agents on
// it.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { WasmPool } from '@wayfield/cpu-wasm/pool';
import type { Queries, Routes } from '@wayfield/graph';
import {
  createLocator,
  createPositionRouter,
  loadGeoJson,
  type Locator,
  pathToGeoJson,
  ROAD_CLASSES,
  type RoadNetwork,
} from '@wayfield/osm';
import {
  type AgentPlan,
  blockRoads,
  planAgents,
  randomRoutes,
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
import { createDrive, type Drive, type Timelines } from './drive.ts';
import { createQueueDrive } from './queue-drive.ts';
import { buildTown } from './town.ts';

/** How agents meet: they queue behind one another, or drive through one another. */
export type Movement = 'queue' | 'ghosts';
export type RoadProfile = 'car' | 'bicycle' | 'foot';

/** Road classes that are drawn alike, from motorways down to streets. */
export const LOOKS = 5;
const LOOK_OF: Readonly<Record<string, number>> = {
  motorway: 0,
  trunk: 0,
  primary: 1,
  secondary: 2,
  tertiary: 3,
};

/** Metres east and south of the middle. */
interface Projection {
  x(lon: number): number;
  y(lat: number): number;
  lon(x: number): number;
  lat(y: number): number;
}

interface Roads {
  /** As it was read. */
  readonly whole: RoadNetwork;
  readonly locator: Locator;
  readonly projection: Projection;
  /** Roads that are closed. */
  blocked: ReadonlySet<number>;
  /** Without the blocked roads. */
  open: RoadNetwork;
  solver: ReturnType<typeof createWasmSolver>;
  drive: Drive | undefined;
  /** The last question, and its answers. */
  asked: { readonly queries: Queries; readonly answers: Routes } | undefined;
}

let roads: Roads | undefined;
const gpu = createGpuTwin();

/** Distinct routes at most: others drive along with those. */
const MOST_ROUTES = 2000;

function begun(): Roads {
  if (!roads) throw new Error('there is no map yet');
  return roads;
}

/** Equirectangular about the middle: good enough to look at. */
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
 * Left, top, right, bottom of nearly all places: a ferry to another island must not make a dot of
 * this one.
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

/** Nodes times routes from which threads are started faster than one thread is done. */
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
  readonly milliseconds: number;
  /** The places on the roads that were found. */
  readonly ends: Float32Array;
  /** As it is exported; absent where there is no path. */
  readonly path?: ScenePath;
}

/** Routes as they come, and the agents that drive them. */
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

/** Metres from the middle of a road at which vehicles drive on the right. */
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
        // spread evenly: by the golden ratio, so that groups of any size are
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

/** Who drives where. */
export interface AgentQuestion {
  readonly count: number;
  readonly seed: number;
  readonly movement: Movement;
  readonly threads?: number;
}

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
      asked: undefined,
    };
    const { roadClass } = whole.roads;
    const lookOf = (road: number): number => LOOK_OF[ROAD_CLASSES[roadClass[road]]] ?? LOOKS - 1;
    const looks = Array.from({ length: LOOKS }, (_, look) =>
      pieces(whole, projection, (road) => lookOf(road) === look),
    );
    return { looks, box: boxOf(looks), nodes: whole.graph.nodeCount, roads: whole.roads.count };
  },

  /** The last question again, on the GPU. */
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
      return { ...none, milliseconds, ends };
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

  /** The road nearest to a place; undefined where none is near. */
  roadAt(x: number, y: number, within: number): number | undefined {
    const { locator, projection } = begun();
    return locator.nearestRoad(projection.lon(x), projection.lat(y), { within })?.road;
  },

  /** Blocks these roads and opens all others; the pieces of the blocked ones. */
  block(roadsToBlock: readonly number[]) {
    const now = begun();
    const { projection, whole } = now;
    const blocked = new Set(roadsToBlock.filter((road) => road < whole.roads.count));
    now.blocked = blocked;
    now.open = blocked.size === 0 ? whole : blockRoads(whole, [...blocked]);
    now.solver.destroy();
    now.solver = solverOf(now.open);
    return {
      pieces: pieces(whole, projection, (road) => blocked.has(road)),
      blocked: [...blocked],
    };
  },

  /**
   * Agents on random routes; how long the searches took, and on how many threads. Default: what is
   * worth it.
   */
  async agents({ count, seed, movement, threads }: AgentQuestion) {
    const now = begun();
    const { open } = now;
    const ends = randomRoutes(open, Math.min(count, MOST_ROUTES), { seed, reachable: true });
    const plan = planAgents(open, ends);
    const pool = await poolFor(open, threads ?? threadsFor(open, plan.routeCount));
    const made = movement === 'queue' ? queueOf(now) : ghostsOf(now, plan);
    const searched = runAgents(open, plan, pool ?? now.solver, { onBatch: made.add });
    const run = await searched.finally(() => pool?.destroy());
    now.drive = made.drive(ends.count === 0 ? 0 : count);
    return {
      routes: plan.routeCount,
      milliseconds: run.milliseconds,
      threads: pool?.threads ?? 1,
    };
  },

  /** Where the agents are some seconds later. */
  drive(seconds: number) {
    const { drive } = begun();
    const began = performance.now();
    const place = new Float32Array(2 * (drive?.count ?? 0));
    drive?.advance(seconds, place);
    return {
      place,
      standing: drive?.standing() ?? new Float32Array(0),
      arrived: drive?.arrived ?? 0,
      waiting: drive?.waiting ?? 0,
      ms: performance.now() - began,
    };
  },
};
