/** Most types: each is one bit of a group. */
export const MOST_TYPES = 32;

/**
 * The state of agents by slot, beside their bodies. All columns grow together. There is no second
 * set: a tick writes `target` and `pose`, and the commit then moves and turns the bodies.
 */
export interface Columns {
  /** Number of the type. */
  type: Uint8Array;
  /** 1: the agent lives. Cleared at once when it dies; its body goes in the next commit. */
  alive: Uint8Array;
  /** 1: the agent lived when the tick began, so it reasons, and acts unless it is killed before. */
  awake: Uint8Array;
  /** 1: the agent chose a place in this tick. */
  stepped: Uint8Array;
  /** 1: the agent chose an orientation in this tick. */
  turned: Uint8Array;
  /** 1: the agent lived after its own act, so it explores and moves. */
  goesOn: Uint8Array;
  /** The place that the agent takes in the next commit: three entries a slot. */
  target: Float64Array;
  /** Orientation of the body: in 2D an angle in the first of four entries, in 3D a quaternion. */
  pose: Float64Array;
  /**
   * Ticket of the last explore of each sensor, −1: none. Each slot has an entry for each sensor of
   * the type that has most.
   */
  tickets: Float64Array;
  /** By name. */
  readonly numbers: Map<string, Float64Array>;
}

/** What sizes of columns depend on. */
export interface ColumnSizes {
  /** Names of numbers. */
  readonly names: readonly string[];
  /** Sensors of the type that has most. */
  readonly sensors: number;
  /** Columns are on `SharedArrayBuffer`s. */
  readonly shared: boolean;
}

const BYTES = ['type', 'alive', 'awake', 'stepped', 'turned', 'goesOn'] as const;
const DOUBLES = ['target', 'pose', 'tickets'] as const;
export const COLUMNS: readonly (keyof Columns)[] = [...BYTES, ...DOUBLES];

export function makeColumns(capacity: number, { names, sensors, shared }: ColumnSizes): Columns {
  // the cast: a constructor takes both kinds of buffers, but its overloads take one each
  const memory = (bytes: number): ArrayBuffer =>
    (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)) as ArrayBuffer;
  const flags = (): Uint8Array => new Uint8Array(memory(capacity));
  const doubles = (perSlot: number): Float64Array =>
    new Float64Array(memory(8 * perSlot * capacity));
  return {
    type: flags(),
    alive: flags(),
    awake: flags(),
    stepped: flags(),
    turned: flags(),
    goesOn: flags(),
    target: doubles(3),
    pose: doubles(4),
    tickets: doubles(sensors).fill(-1),
    numbers: new Map(names.map((name) => [name, doubles(1)])),
  };
}

/** Replaces all columns by larger ones with the same entries. */
export function growColumns(columns: Columns, capacity: number, sizes: ColumnSizes): void {
  const larger = makeColumns(capacity, sizes);
  for (const [name, column] of columns.numbers) larger.numbers.get(name)!.set(column);
  for (const [name, column] of larger.numbers) columns.numbers.set(name, column);
  for (const name of BYTES) {
    larger[name].set(columns[name]);
    columns[name] = larger[name];
  }
  for (const name of DOUBLES) {
    larger[name].set(columns[name]);
    columns[name] = larger[name];
  }
}
