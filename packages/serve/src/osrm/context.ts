// What the services share: the network, its index, and the engines. The index, the hints and the
// router are made at once, all others when first needed.
import { createGroundIndex, createRoadIndex, createRouter } from '@wayfield/routing';
import type { Avoid, GroundIndex, RoadIndex, Router, RoutingNetwork } from '@wayfield/routing';
import { type Alternatives, createAlternatives } from '@wayfield/routing/alternatives';
import type { SpeedSlice } from '@wayfield/routing/departures';
import { createIsochrones, type Isochrones } from '@wayfield/routing/isochrone';
import { createMatcher, type Matcher } from '@wayfield/routing/match';
import { createMatrix, type Matrix } from '@wayfield/routing/matrix';
import { createHints, type Hints } from './hints.ts';
import { createJunctions, type Junctions } from './junctions.ts';
import { createTiles, type Tiles } from './tiles.ts';
import { createWithouts } from './without.ts';

/** The most that one request may ask for. */
export interface OsrmLimits {
  /** Coordinates of a route. Default 500. */
  readonly route?: number;
  /** Sources, and destinations, of a table. Default 100. */
  readonly table?: number;
  /** Coordinates of a trip. Default 100. */
  readonly trip?: number;
  /** Coordinates of a trace. Default 100. */
  readonly match?: number;
  /** Results of a search for what is nearest. Default 100. */
  readonly nearest?: number;
  /** Alternatives beside the best route. Default 3. */
  readonly alternatives?: number;
  /** Limits of an isochrone. Default 8. */
  readonly contours?: number;
  /** Seconds, or metres, of an isochrone. Default 7,200. */
  readonly reach?: number;
}

/** The side of the road on which vehicles drive. */
export type DrivingSide = 'left' | 'right';

/** Options of `createOsrmService`. */
export interface OsrmOptions {
  /** The most that one request may ask for. */
  readonly limits?: OsrmLimits;
  /** The side of the road on which vehicles drive: for `approaches`. Default 'right'. */
  readonly drivingSide?: DrivingSide;
  /**
   * Speeds by the time of the week, for requests with `depart_at`, in the order of their starts.
   * Default: none, and `depart_at` is refused.
   */
  readonly slices?: readonly SpeedSlice[];
  /**
   * Kilometres per hour of roads at a moment of the local clock, for requests with `depart_at`,
   * such as `speedsAt` of `@wayfield/osm/conditions`. They replace those of `slices`, but for NaN.
   * An hour that the machine's clock skips for summer time is read as the hour after it; with
   * `TZ=UTC` no hour is skipped. Default: none.
   */
  readonly speedsAt?: (when: Date) => Float32Array;
  /** Told as `data_version` in every answer, such as the date of the map. Default: not told. */
  readonly dataVersion?: string;
  /** Told as `weight_name`. Default: 'duration', 'distance' or 'routability' by the metric. */
  readonly weightName?: string;
  /** Decimal places of weights, 0 to 6, as OSRM's `weight_precision`. Default 1. */
  readonly weightDecimals?: number;
  /** Told as the source of speeds that `segmentSpeeds` set. Default 'segment speeds'. */
  readonly speedSource?: string;
}

/** What operators choose: the driving side, and names and decimals in answers. */
export type ToldNames = Pick<
  Context,
  'drivingSide' | 'weightName' | 'speedSource' | 'weightDecimals'
>;

/** What a service needs. */
export interface Context {
  readonly routing: RoutingNetwork;
  readonly limits: Required<OsrmLimits>;
  readonly drivingSide: DrivingSide;
  /** What answers call the weight of routes. */
  readonly weightName: string;
  /** Decimal places of weights in answers. */
  readonly weightDecimals: number;
  /** What answers call the source of speeds of segments. */
  readonly speedSource: string;
  readonly index: RoadIndex;
  readonly hints: Hints;
  readonly router: Router;
  readonly alternatives: Alternatives;
  readonly matrix: Matrix;
  readonly isochrones: Isochrones;
  readonly matcher: Matcher;
  readonly junctions: Junctions;
  readonly ground: GroundIndex;
  readonly tiles: Tiles;
  /** A context whose network lacks the roads that are avoided, if any are: see without.ts. */
  without(avoid: Avoid | undefined): Context;
  readonly memoryBytes: number;
  destroy(): void;
}

/** Makes a value when it is first asked for. */
function late<T>(make: () => T): { get(): T; readonly made: T | undefined } {
  let made: T | undefined;
  return {
    get: () => (made ??= make()),
    get made() {
      return made;
    },
  };
}

export function createContext(
  routing: RoutingNetwork,
  limits: Required<OsrmLimits>,
  told: ToldNames,
): Context {
  const router = createRouter(routing);
  const alternatives = late(() => createAlternatives(routing));
  const matrix = late(() => createMatrix(routing));
  const isochrones = late(() => createIsochrones(routing));
  const matcher = late(() => createMatcher(routing));
  const junctions = late(() => createJunctions(routing));
  const ground = late(() => createGroundIndex(routing));
  const tiles = late(() => createTiles(routing));
  const owners = [alternatives, matrix, isochrones];
  const withouts = createWithouts<Context>(routing, (network) =>
    createContext(network, limits, told),
  );
  const context: Context = {
    routing,
    limits,
    ...told,
    index: createRoadIndex(routing),
    hints: createHints(routing),
    router,
    get alternatives() {
      return alternatives.get();
    },
    get matrix() {
      return matrix.get();
    },
    get isochrones() {
      return isochrones.get();
    },
    get matcher() {
      return matcher.get();
    },
    get junctions() {
      return junctions.get();
    },
    get ground() {
      return ground.get();
    },
    get tiles() {
      return tiles.get();
    },
    without: (avoid) => (avoid === undefined ? context : withouts.of(avoid)),
    get memoryBytes() {
      const own = router.memoryBytes + withouts.memoryBytes;
      return owners.reduce((sum, { made }) => sum + (made?.memoryBytes ?? 0), own);
    },
    destroy() {
      router.destroy();
      withouts.destroy();
      for (const { made } of owners) made?.destroy();
    },
  };
  return context;
}
