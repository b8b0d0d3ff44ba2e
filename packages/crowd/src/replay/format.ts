// The file of a replay, version 1, little-endian. A head of six words:
//
//   magic 'WFCR', version, bytes of the body, CRC-32 of all that follows, ticks, capacity
//
// The body begins with the world: seed, wall capacity (varint, plus 1; 0: default), a byte of
// `HAS`, bounds, headway, defaults, walls. Then come commands, each a byte of `COMMAND` and its
// arguments. STEP and STEP_AGAIN end a tick and carry the hash of the crowd after it.
import type { AgentChanges, AgentTraits, Bounds, CrowdOptions, CrowdWorld } from '../types.ts';
import type { Walls } from '../walls/types.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** 'WFCR' as a little-endian word. */
export const MAGIC = 0x52434657;
export const VERSION = 1;
/** Bytes of the head: six words. */
export const HEAD_BYTES = 24;
/**
 * The checksum covers the bytes from here on: the words behind it (ticks, capacity) and the body.
 */
export const CHECKED_FROM = 16;

/** Commands, with their arguments. Ids are varints; fields as `writeFields` writes them. */
export const COMMAND = {
  /** The fields of an agent. */
  ADD: 1,
  /** An id. */
  REMOVE: 2,
  /** An id, and the fields that change. */
  SET: 3,
  /** Walls. */
  WALLS: 4,
  RESET: 5,
  /** A snapshot: its tick, its agents and the number of its bytes as varints, and these bytes. */
  RESTORE: 6,
  /** Preferred velocities that changed: see preferred.ts. */
  PREFERRED: 7,
  /** Seconds as f64, then the hash as u32. */
  STEP: 8,
  /** The hash as u32; the seconds are those of the last STEP. */
  STEP_AGAIN: 9,
} as const;

type Bit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;
/** The bit of each field of agents in a u16. A new field takes a new bit, with another version. */
const BITS: Readonly<Record<keyof AgentChanges, Bit>> = {
  x: 0,
  y: 1,
  velocityX: 2,
  velocityY: 3,
  preferredX: 4,
  preferredY: 5,
  radius: 6,
  maxSpeed: 7,
  horizon: 8,
  wallHorizon: 9,
  neighbourDistance: 10,
  maxNeighbours: 11,
  priority: 12,
  group: 13,
  mask: 14,
  storey: 15,
};
const FIELDS = Object.keys(BITS) as (keyof AgentChanges)[];

type Fields = { -readonly [Name in keyof AgentChanges]?: number };

/** Writes a u16 with the bits of the fields given, then these as f64, in the order of `BITS`. */
export function writeFields(out: ByteWriter, fields: AgentChanges | AgentTraits): void {
  const given = fields as Fields;
  let bits = 0;
  for (const name of FIELDS) if (given[name] !== undefined) bits |= 1 << BITS[name];
  out.u16(bits);
  for (const name of FIELDS) {
    const value = given[name];
    if (value !== undefined) out.f64(value);
  }
}

export function readFields(from: ByteReader): Fields {
  const bits = from.u16();
  const fields: Fields = {};
  for (const name of FIELDS) {
    if ((bits & (1 << BITS[name])) === 0) continue;
    const value = from.f64();
    if (!Number.isFinite(value)) from.fail(`${name} is ${value}, expected a finite number`);
    fields[name] = value;
  }
  return fields;
}

/** Bytes of a wall: four f64. */
const WALL_BYTES = 32;

export function writeWalls(out: ByteWriter, walls: Walls | undefined): void {
  out.varint(walls?.count ?? 0);
  if (!walls || walls.count === 0) return;
  const { count, ax, ay, bx, by, storey } = walls;
  out.u8(storey ? 1 : 0);
  for (let i = 0; i < count; i++) {
    out.f64(ax[i]);
    out.f64(ay[i]);
    out.f64(bx[i]);
    out.f64(by[i]);
  }
  if (storey) for (let i = 0; i < count; i++) out.u16(storey[i]);
}

export function readWalls(from: ByteReader): Walls {
  const count = from.varint();
  if (count * WALL_BYTES > from.left)
    from.fail(`${count} walls of ${WALL_BYTES} bytes, but ${from.left} bytes are left`);
  const hasStorey = count > 0 && from.u8() !== 0;
  const column = (): Float64Array => new Float64Array(count);
  const walls = { count, ax: column(), ay: column(), bx: column(), by: column() };
  for (let i = 0; i < count; i++) {
    walls.ax[i] = from.f64();
    walls.ay[i] = from.f64();
    walls.bx[i] = from.f64();
    walls.by[i] = from.f64();
  }
  if (!hasStorey) return walls;
  const storey = new Uint16Array(count);
  for (let i = 0; i < count; i++) storey[i] = from.u16();
  return { ...walls, storey };
}

/** Bits of a byte in the file: which optional parts of a world follow. */
const HAS = { BOUNDS: 1, HEADWAY: 2 } as const;

/** The world and the options of the crowd that was recorded. */
export interface RecordedWorld {
  readonly world: CrowdWorld;
  readonly options: CrowdOptions;
}

export function writeWorld(out: ByteWriter, { world, options }: RecordedWorld): void {
  const { bounds, walls } = world;
  out.u32(options.seed ?? 1);
  out.varint(options.wallCapacity === undefined ? 0 : options.wallCapacity + 1);
  const { headway = 0 } = options;
  out.u8((bounds ? HAS.BOUNDS : 0) | (headway > 0 ? HAS.HEADWAY : 0));
  if (bounds)
    for (const value of [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY]) out.f64(value);
  if (headway > 0) out.f64(headway);
  writeFields(out, options.defaults ?? {});
  writeWalls(out, walls);
}

export function readWorld(from: ByteReader, capacity: number): RecordedWorld {
  const seed = from.u32();
  const wallCapacity = from.varint();
  const has = from.u8();
  const bounds = has & HAS.BOUNDS ? readBounds(from) : undefined;
  const headway = has & HAS.HEADWAY ? from.f64() : undefined;
  const defaults: AgentTraits = readFields(from);
  const walls = readWalls(from);
  return {
    world: { walls, ...(bounds ? { bounds } : {}) },
    options: {
      capacity,
      seed,
      defaults,
      ...(headway === undefined ? {} : { headway }),
      ...(wallCapacity > 0 ? { wallCapacity: wallCapacity - 1 } : {}),
    },
  };
}

function readBounds(from: ByteReader): Bounds {
  const [minX, minY, maxX, maxY] = [from.f64(), from.f64(), from.f64(), from.f64()];
  return { minX, minY, maxX, maxY };
}
