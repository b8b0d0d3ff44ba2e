/** Most types: each is one bit of a group. */
export const MOST_TYPES = 32;

/** What a world knows of each slot, beside its body. All columns grow together. */
export interface Columns {
  /** Number of the type. */
  type: Uint8Array;
  /** 1: the agent lives. Cleared at once when it dies; its body goes in the next commit. */
  alive: Uint8Array;
  /** 1: the agent chose a place in this tick. */
  stepped: Uint8Array;
  /** Where it will be: three entries a slot. */
  target: Float64Array;
  /**
   * Ticket of the last explore of each sensor, −1: none. Each slot has an entry for each sensor of
   * the type that has most.
   */
  tickets: Float64Array;
  /** By name. */
  readonly numbers: Map<string, Float64Array>;
}

export function makeColumns(capacity: number, names: Iterable<string>, sensors: number): Columns {
  return {
    type: new Uint8Array(capacity),
    alive: new Uint8Array(capacity),
    stepped: new Uint8Array(capacity),
    target: new Float64Array(3 * capacity),
    tickets: new Float64Array(sensors * capacity).fill(-1),
    numbers: new Map([...names].map((name) => [name, new Float64Array(capacity)])),
  };
}

/** Replaces all columns by larger ones with the same entries. */
export function growColumns(columns: Columns, capacity: number, sensors: number): void {
  const larger = makeColumns(capacity, columns.numbers.keys(), sensors);
  for (const [name, column] of columns.numbers) larger.numbers.get(name)!.set(column);
  for (const [name, column] of larger.numbers) columns.numbers.set(name, column);
  for (const name of ['type', 'alive', 'stepped'] as const) {
    larger[name].set(columns[name]);
    columns[name] = larger[name];
  }
  for (const name of ['target', 'tickets'] as const) {
    larger[name].set(columns[name]);
    columns[name] = larger[name];
  }
}
