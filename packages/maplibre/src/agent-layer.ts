// Agents as points of a custom layer: one draw call for all of them.
import {
  checkOptions,
  listOf,
  number,
  object,
  type OptionRules,
  refuse,
  rule,
  typed,
  whole,
} from '@wayfield/check';
import { translate } from './matrix.ts';
import { FRAGMENT_SHADER, linkProgram, VERTEX_SHADER } from './program.ts';

/** Options of `createAgentLayer`. */
export interface AgentLayerOptions {
  /** Id of the layer. */
  readonly id: string;
  /** The largest number of agents. */
  readonly capacity: number;
  /** Diameter of an agent in CSS pixels. Default 8. */
  readonly size?: number | undefined;
  /** Red, green, blue and opacity, 0 to 1 each. Default a blue: 0, 0.45, 0.7, 1. */
  readonly colour?: readonly number[] | undefined;
}

/** A custom layer of MapLibre. */
export interface AgentLayer {
  readonly id: string;
  readonly type: 'custom';
  readonly renderingMode: '2d';
  /** Agents shown. */
  readonly count: number;
  /**
   * Sets where agents are, in units of 1e-7 degrees, as `Trajectory` and `lanePlaces` of
   * `@wayfield/osm` hold positions. `count` agents, by default all entries. Copies the positions,
   * allocates nothing, and asks the map to draw if the layer is on one. Latitudes are clamped to
   * ±85.0511°, the border of the Mercator map.
   *
   * @throws RangeError for more agents than `capacity` or than entries; TypeError for other arrays.
   */
  setE7(lonE7: Int32Array, latE7: Int32Array, count?: number): void;
  /**
   * As `setE7`, with positions in degrees.
   *
   * @throws RangeError also for a number that is not finite; then nothing is changed.
   */
  setDegrees(lon: Float64Array, lat: Float64Array, count?: number): void;
  /** Called by the map. */
  onAdd(map: { triggerRepaint(): void }, gl: WebGL2RenderingContext): void;
  /** Called by the map. */
  onRemove(map: unknown, gl: WebGL2RenderingContext): void;
  /** Called by the map: `input` of MapLibre 5 and later, or the matrix of MapLibre 4. */
  render(gl: WebGL2RenderingContext, input: unknown): void;
}

const needed = {
  id: /* @__PURE__ */ rule<string>(
    'a name of at least one character',
    (value) => typeof value === 'string',
    (value) => value !== '',
  ),
  capacity: /* @__PURE__ */ whole(1, 2 ** 24),
};
const neededRule = /* @__PURE__ */ object(needed, 'options with id and capacity');
const optionRules: OptionRules = {
  ...needed,
  size: /* @__PURE__ */ number(1, 64),
  colour: /* @__PURE__ */ listOf(/* @__PURE__ */ number(0, 1)),
};
const ints = /* @__PURE__ */ typed(Int32Array);
const doubles = /* @__PURE__ */ typed(Float64Array);
const countRule = /* @__PURE__ */ whole();
const BLUE = [0, 0.45, 0.7, 1];

/**
 * Creates a layer that draws up to 2^24 agents as discs in one draw call. Positions are kept in f32
 * relative to the first agent: within 310 km of it they are rounded to 1 cm. For maps in the
 * Mercator projection.
 *
 * @throws TypeError or RangeError for wrong options.
 *
 * @example
 * const agents = createAgentLayer({ id: 'cars', capacity: 10_000 });
 * map.addLayer(agents);
 * agents.setE7(lonE7, latE7, count); // whenever they have moved
 */
export function createAgentLayer(options: AgentLayerOptions): AgentLayer {
  neededRule(options, 'options');
  checkOptions('createAgentLayer', options, optionRules);
  const { id, capacity, size = 8, colour = BLUE } = options;
  if (colour.length !== 4) refuse('colour.length', colour.length, 4);
  /** Mercator x and y of each agent, less `centre`, those of the first agent. */
  const offsets = new Float32Array(2 * capacity);
  const centre = [0.5, 0.5];
  let count = 0;
  /** Whether `offsets` are yet to be uploaded. */
  let fresh = false;
  let repaint: (() => void) | undefined;
  let drawn: ReturnType<typeof linkProgram> | undefined;

  /** Copies the positions of `length` agents, of `scale` degrees per unit. */
  function take(lon: ArrayLike<number>, lat: ArrayLike<number>, length: number, scale: number) {
    if (length > 0) {
      centre[0] = mercatorX(lon[0] * scale);
      centre[1] = mercatorY(lat[0] * scale);
    }
    for (let i = 0; i < length; i++) {
      offsets[2 * i] = mercatorX(lon[i] * scale) - centre[0];
      offsets[2 * i + 1] = mercatorY(lat[i] * scale) - centre[1];
    }
    count = length;
    fresh = true;
    repaint?.();
  }

  /** Frees the program, if there is one, and forgets the map. */
  function drop(): void {
    drawn?.free();
    drawn = undefined;
    repaint = undefined;
  }

  return {
    id,
    type: 'custom',
    renderingMode: '2d',
    get count() {
      return count;
    },
    setE7(lonE7, latE7, length = lonE7?.length) {
      ints(lonE7, 'lonE7');
      ints(latE7, 'latE7');
      checkCount(length, capacity, Math.min(lonE7.length, latE7.length));
      take(lonE7, latE7, length, 1e-7);
    },
    setDegrees(lon, lat, length = lon?.length) {
      doubles(lon, 'lon');
      doubles(lat, 'lat');
      checkCount(length, capacity, Math.min(lon.length, lat.length));
      checkDegrees(lon, lat, length);
      take(lon, lat, length, 1);
    },
    onAdd(map, gl) {
      // `setStyle` of the map drops a layer without `onRemove`
      drop();
      drawn = linkProgram(gl, VERTEX_SHADER, FRAGMENT_SHADER);
      repaint = () => map.triggerRepaint();
      fresh = true;
    },
    onRemove: drop,
    render(gl, input) {
      if (drawn === undefined || count === 0) return;
      gl.useProgram(drawn.program);
      gl.bindVertexArray(drawn.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, drawn.buffer);
      if (fresh) gl.bufferData(gl.ARRAY_BUFFER, offsets.subarray(0, 2 * count), gl.DYNAMIC_DRAW);
      fresh = false;
      gl.uniformMatrix4fv(drawn.matrix, false, translate(matrixOf(input), centre[0], centre[1]));
      gl.uniform1f(drawn.size, size * (globalThis.devicePixelRatio ?? 1));
      gl.uniform4f(drawn.colour, colour[0], colour[1], colour[2], colour[3]);
      gl.drawArrays(gl.POINTS, 0, count);
      gl.bindVertexArray(null);
    },
  };
}

function checkCount(count: number, capacity: number, entries: number): void {
  countRule(count, 'count');
  if (count > capacity) refuse('count', count, `at most capacity, ${capacity}`);
  if (count > entries) refuse('count', count, `at most ${entries}, the entries given`);
}

function checkDegrees(lon: Float64Array, lat: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(lon[i])) refuse(`lon[${i}]`, lon[i], 'a finite number');
    if (!Number.isFinite(lat[i])) refuse(`lat[${i}]`, lat[i], 'a finite number');
  }
}

/** The map's matrix from Mercator coordinates (0 to 1 over the world, y down) to clip space. */
function matrixOf(input: unknown): ArrayLike<number> {
  const since5 = (input as { defaultProjectionData?: { mainMatrix: ArrayLike<number> } } | null)
    ?.defaultProjectionData;
  return since5 === undefined ? (input as ArrayLike<number>) : since5.mainMatrix;
}

/** The latitude at which the Mercator map of the world ends, so that it is a square. */
const MOST_LATITUDE = (Math.atan(Math.sinh(Math.PI)) * 180) / Math.PI;

const mercatorX = (lon: number): number => lon / 360 + 0.5;
function mercatorY(lat: number): number {
  // At a pole the projection is infinite: a first agent there would spoil all offsets.
  const within = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, lat));
  const sine = Math.sin((within * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
