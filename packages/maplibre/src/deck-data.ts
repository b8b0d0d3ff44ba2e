import {
  callback,
  listOf,
  number as numberRule,
  object,
  rule,
  typed,
  whole,
} from '@wayfield/check';

/** A binary attribute of deck.gl. */
export interface DeckAttribute<T extends Float32Array | Float64Array> {
  readonly value: T;
  /** Numbers per point: 2 for longitude and latitude in degrees, 1 for a time. */
  readonly size: number;
}

/** The property `data` of a `ScatterplotLayer`. */
export interface PlaceData {
  readonly length: number;
  readonly attributes: { readonly getPosition: DeckAttribute<Float64Array> };
}

/** The property `data` of a `PathLayer`. Give the layer `_pathType: 'open'`. */
export interface PathData {
  readonly length: number;
  /** `length` + 1 entries: the point at which each path begins, and the number of points. */
  readonly startIndices: Uint32Array;
  readonly attributes: { readonly getPath: DeckAttribute<Float64Array> };
}

/** The property `data` of a `TripsLayer`. Give the layer `_pathType: 'open'`. */
export interface TripsData extends PathData {
  readonly attributes: {
    readonly getPath: DeckAttribute<Float64Array>;
    readonly getTimestamps: DeckAttribute<Float32Array>;
  };
}

/** What is read of a `Trajectory` of `@wayfield/osm`. */
interface TrajectoryLike {
  readonly count: number;
  readonly time: Float64Array;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
}

const ints = /* @__PURE__ */ typed(Int32Array);
const countRule = /* @__PURE__ */ whole();
const trajectoryRule = /* @__PURE__ */ object(
  { count: countRule, time: /* @__PURE__ */ typed(Float64Array), lonE7: ints, latE7: ints },
  'a Trajectory',
);
const sequence = /* @__PURE__ */ rule('an array or a generator', (value) => {
  const iterate = (value as { [Symbol.iterator]?: unknown } | null | undefined)?.[Symbol.iterator];
  return typeof value === 'object' && typeof iterate === 'function' && !(value instanceof Set);
});
const lineFeature = /* @__PURE__ */ object(
  {
    geometry: /* @__PURE__ */ object(
      { coordinates: /* @__PURE__ */ listOf(/* @__PURE__ */ listOf(/* @__PURE__ */ numberRule())) },
      'a LineString',
    ),
  },
  'a feature with a LineString',
);
const linesRule = /* @__PURE__ */ listOf(lineFeature);

/**
 * Agents where they are now, for a `ScatterplotLayer`.
 *
 * @throws TypeError or RangeError for wrong arguments.
 *
 * @example
 * const data = placeData(lonE7, latE7);
 * const cars = new ScatterplotLayer({ id: 'cars', data, getRadius: 4 });
 * console.log(data.length); // 2
 */
export function placeData(
  lonE7: Int32Array,
  latE7: Int32Array,
  count: number = lonE7?.length,
): PlaceData {
  ints(lonE7, 'lonE7');
  ints(latE7, 'latE7');
  countRule(count, 'count');
  for (const [name, { length }] of Object.entries({ lonE7, latE7 }))
    if (count > length)
      throw new RangeError(`count is ${count}, expected at most ${length}, the entries of ${name}`);
  const value = new Float64Array(2 * count);
  for (let i = 0; i < count; i++) {
    value[2 * i] = lonE7[i] / 1e7;
    value[2 * i + 1] = latE7[i] / 1e7;
  }
  return { length: count, attributes: { getPosition: { value, size: 2 } } };
}

/**
 * Lines of GeoJSON, such as `routeLine` of `@wayfield/routing` returns, for a `PathLayer`.
 *
 * @throws TypeError or RangeError for wrong arguments.
 *
 * @example
 * const data = pathData(lines);
 * const routes = new PathLayer({ id: 'routes', data, _pathType: 'open', getWidth: 5 });
 * console.log(data.length, data.startIndices[0]); // 2 0
 */
export function pathData(
  lines: readonly {
    readonly geometry: { readonly coordinates: readonly (readonly number[])[] };
  }[],
): PathData {
  linesRule(lines, 'lines');
  const startIndices = new Uint32Array(lines.length + 1);
  lines.forEach(({ geometry }, i) => {
    startIndices[i + 1] = startIndices[i] + geometry.coordinates.length;
  });
  const value = new Float64Array(2 * startIndices[lines.length]);
  let at = 0;
  for (const { geometry } of lines)
    for (const [lon, lat] of geometry.coordinates) {
      value[at++] = lon;
      value[at++] = lat;
    }
  return { length: lines.length, startIndices, attributes: { getPath: { value, size: 2 } } };
}

/**
 * Trajectories of `@wayfield/osm/agents` or `@wayfield/osm/traffic` for a `TripsLayer`, whose
 * `currentTime` is then in seconds. Agents that stay have one sample and are left out. Of the
 * others `keep` says which are taken; default all.
 *
 * @throws TypeError or RangeError for wrong arguments.
 *
 * @example
 * const plan = planAgents(network, randomRoutes(network, 5, { seed: 1 }), 10);
 * await runAgents(network, plan, createWasmSolver(network.graph), {
 *   onBatch(batch) {
 *     const data = tripsData(trajectories(network, plan, batch));
 *     const options = { data, _pathType: 'open', currentTime: 60, trailLength: 120 } as const;
 *     new TripsLayer({ id: 'trips', ...options });
 *     console.log(data.length); // 10
 *   },
 * });
 */
export function tripsData(
  trajectories: Iterable<TrajectoryLike>,
  keep: (agent: number) => boolean = () => true,
): TripsData {
  sequence(trajectories, 'trajectories');
  callback(keep, 'keep');
  const places: number[] = [];
  const times: number[] = [];
  const starts: number[] = [0];
  let number = -1;
  for (const one of trajectories) {
    number++;
    trajectoryRule(one, `trajectories[${number}]`);
    const agent = (one as { agent?: number }).agent ?? number;
    if (one.count < 2 || !keep(agent)) continue;
    for (let i = 0; i < one.count; i++) {
      places.push(one.lonE7[i] / 1e7, one.latE7[i] / 1e7);
      times.push(one.time[i]);
    }
    starts.push(times.length);
  }
  return {
    length: starts.length - 1,
    startIndices: Uint32Array.from(starts),
    attributes: {
      getPath: { value: Float64Array.from(places), size: 2 },
      getTimestamps: { value: Float32Array.from(times), size: 1 },
    },
  };
}
