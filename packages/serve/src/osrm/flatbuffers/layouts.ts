// The schema of OSRM's FlatBuffers answers, namespace `osrm.engine.api.fbresult`, as data. The
// order of fields is that of the schema: a field is found by its number.

/** Numbers that fields hold. */
export type Scalar =
  | 'bool'
  | 'int8'
  | 'uint8'
  | 'int16'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64';

/** Numbers that follow each other without a table. */
export interface Struct {
  readonly kind: 'struct';
  readonly of: Scalar;
  readonly count: number;
}

/** A table. The place of a field in the list is its number in the schema. */
export interface Table {
  readonly kind: 'table';
  readonly fields: readonly (readonly [name: string, field: Field])[];
}

/** A list of equal elements. */
export interface Vector {
  readonly kind: 'vector';
  readonly of: Scalar | 'text' | Struct | Table;
}

/** What a field holds. */
export type Field = Scalar | 'text' | Struct | Table | Vector;

const struct = (of: Scalar, count: number): Struct => ({ kind: 'struct', of, count });
const vector = (of: Vector['of']): Vector => ({ kind: 'vector', of });
const table = (fields: Readonly<Record<string, Field>>): Table => ({
  kind: 'table',
  fields: Object.entries(fields),
});

/** Longitude and latitude. */
const POSITION = struct('float32', 2);

const WAYPOINT = table({
  hint: 'text',
  distance: 'float32',
  name: 'text',
  location: POSITION,
  nodes: struct('uint64', 2),
  matchings_index: 'uint32',
  waypoint_index: 'uint32',
  alternatives_count: 'uint32',
  trips_index: 'uint32',
});

const ANNOTATION = table({
  distance: vector('uint32'),
  duration: vector('uint32'),
  datasources: vector('uint32'),
  nodes: vector('uint64'),
  weight: vector('uint32'),
  speed: vector('float32'),
  metadata: table({ datasource_names: vector('text') }),
});

const MANEUVER = table({
  location: POSITION,
  bearing_before: 'uint16',
  bearing_after: 'uint16',
  type: 'int8',
  modifier: 'int8',
  exit: 'uint8',
});

/** Lanes, the field behind `out_bearing`, are not told. */
const INTERSECTION = table({
  location: POSITION,
  bearings: vector('int16'),
  classes: vector('text'),
  entry: vector('bool'),
  in_bearing: 'uint32',
  out_bearing: 'uint32',
});

const STEP = table({
  distance: 'float32',
  duration: 'float32',
  polyline: 'text',
  coordinates: vector(POSITION),
  weight: 'float32',
  name: 'text',
  ref: 'text',
  pronunciation: 'text',
  destinations: 'text',
  exits: 'text',
  mode: 'text',
  maneuver: MANEUVER,
  intersections: vector(INTERSECTION),
  rotary_name: 'text',
  rotary_pronunciation: 'text',
  driving_side: 'bool',
});

const LEG = table({
  distance: 'float64',
  duration: 'float64',
  weight: 'float64',
  summary: 'text',
  annotations: ANNOTATION,
  steps: vector(STEP),
});

const ROUTE = table({
  distance: 'float32',
  duration: 'float32',
  weight: 'float32',
  weight_name: 'text',
  confidence: 'float32',
  polyline: 'text',
  coordinates: vector(POSITION),
  legs: vector(LEG),
});

const TABLE = table({
  durations: vector('float32'),
  rows: 'uint16',
  cols: 'uint16',
  distances: vector('float32'),
  destinations: vector(WAYPOINT),
  fallback_speed_cells: vector('uint32'),
});

/** The table at the root of an answer. */
export const RESULT: Table = table({
  error: 'bool',
  code: table({ code: 'text', message: 'text' }),
  data_version: 'text',
  waypoints: vector(WAYPOINT),
  routes: vector(ROUTE),
  table: TABLE,
});

/** `ManeuverType` of the schema, by numbers: all kinds of manoeuvres that are told. */
export const MANEUVER_TYPES = [
  'turn',
  'new name',
  'depart',
  'arrive',
  'merge',
  'on ramp',
  'off ramp',
  'fork',
  'end of road',
  'continue',
  'roundabout',
  'rotary',
  'roundabout turn',
  'notification',
  'exit roundabout',
  'exit rotary',
] as const;

/** `Turn` of the schema, by numbers. */
export const MODIFIERS = [
  'none',
  'uturn',
  'sharp right',
  'right',
  'slight right',
  'straight',
  'slight left',
  'left',
  'sharp left',
] as const;
