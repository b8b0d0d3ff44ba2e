// Opens the file of a replay: checks every byte of it before anything is played.
import { type Rule, typed } from '@wayfield/check';
import { MOST_AGENTS } from '../agents/rules.ts';
import type { CrowdOptions, CrowdWorld } from '../types.ts';
import { type ByteReader, createByteReader, crc32 } from './bytes.ts';
import {
  CHECKED_FROM,
  COMMAND,
  HEAD_BYTES,
  MAGIC,
  readFields,
  readWalls,
  readWorld,
  VERSION,
} from './format.ts';
import { forEachPreferred } from './preferred.ts';

/** A replay whose bytes `openReplay` has checked. */
export interface Replay {
  /** What the crowd was created with: `createCrowd(replay.world, replay.options)`. */
  readonly world: CrowdWorld;
  readonly options: CrowdOptions;
  /** The number of ticks. */
  readonly ticks: number;
  /** The file, and the byte at which its commands begin. */
  readonly bytes: Uint8Array;
  readonly firstCommand: number;
}

const bytesRule: Rule = /* @__PURE__ */ typed(Uint8Array);

/**
 * Opens a file that `recordCrowd` wrote. The bytes are kept, not copied: do not change them.
 *
 * @throws RangeError for bytes that are not a replay, for another version, and for a damaged file,
 * with the tick and the byte.
 *
 * @example
 * const [world, options] = [{ walls }, { capacity: 300 }];
 * const recorded = recordCrowd(createCrowd(world, options), { world, options });
 * recorded.crowd.add({ x: 1, y: 1, preferredX: 1 });
 * recorded.crowd.step(1 / 60);
 * writeFileSync('walk.replay', recorded.file());
 *
 * const replay = openReplay(readFileSync('walk.replay'));
 * const crowd = createCrowd(replay.world, replay.options);
 * console.log(playReplay(replay, crowd).firstTick); // -1
 */
export function openReplay(bytes: Uint8Array): Replay {
  bytesRule(bytes, 'bytes');
  if (bytes.length < HEAD_BYTES)
    throw new RangeError(`replay of ${bytes.length} bytes: its head alone has ${HEAD_BYTES}`);
  const head = createByteReader(bytes, 0, () => 'head of the replay');
  const magic = head.u32();
  if (magic !== MAGIC) head.fail(`the file begins with ${magic}, a replay with ${MAGIC}`);
  const version = head.u32();
  if (version !== VERSION) head.fail(`version ${version}, this package reads version ${VERSION}`);
  const length = head.u32();
  if (length !== bytes.length - HEAD_BYTES)
    head.fail(`a body of ${length} bytes, but ${bytes.length - HEAD_BYTES} follow`);
  const expected = head.u32();
  const found = crc32(bytes, CHECKED_FROM);
  if (found !== expected) head.fail(`the checksum is ${expected}, that of the bytes ${found}`);
  const [ticks, capacity] = [head.u32(), head.u32()];
  if (capacity < 1 || capacity > MOST_AGENTS)
    head.fail(`capacity is ${capacity}, expected 1 to ${MOST_AGENTS}`);

  let tick = 0;
  const from = createByteReader(bytes, HEAD_BYTES, () => `tick ${tick} of the replay`);
  const { world, options } = readWorld(from, capacity);
  const firstCommand = from.at;
  while (from.left > 0) {
    const command = from.u8();
    skipCommand(from, command, capacity);
    if (command === COMMAND.STEP_AGAIN && tick === 0) from.fail('the first tick has no length');
    if (command === COMMAND.STEP || command === COMMAND.STEP_AGAIN) tick++;
  }
  if (tick !== ticks) from.fail(`${ticks} ticks in the head, ${tick} in the body`);
  return { world, options, ticks, bytes, firstCommand };
}

/** Reads the arguments of a command, and throws RangeError where they cannot be right. */
function skipCommand(from: ByteReader, command: number, capacity: number): void {
  switch (command) {
    case COMMAND.ADD:
      readFields(from);
      return;
    case COMMAND.REMOVE:
      readId(from, capacity);
      return;
    case COMMAND.SET:
      readId(from, capacity);
      readFields(from);
      return;
    case COMMAND.WALLS:
      readWalls(from);
      return;
    case COMMAND.RESET:
      return;
    case COMMAND.RESTORE:
      from.varint();
      from.varint();
      from.raw(from.varint());
      return;
    case COMMAND.PREFERRED:
      forEachPreferred(from, capacity, () => {});
      return;
    case COMMAND.STEP:
      readSeconds(from);
      from.u32();
      return;
    case COMMAND.STEP_AGAIN:
      from.u32();
      return;
    default:
      from.fail(`command ${command}, expected 1 to ${COMMAND.STEP_AGAIN}`);
  }
}

/** Reads an id. Throws RangeError for a slot beyond the capacity. */
export function readId(from: ByteReader, capacity: number): number {
  const id = from.varint();
  if (id % 2 ** 32 >= capacity) from.fail(`id is ${id}: the crowd has ${capacity} slots`);
  return id;
}

/** Reads the length of a tick in seconds. Throws RangeError unless above 0 and at most 1. */
export function readSeconds(from: ByteReader): number {
  const dt = from.f64();
  if (!(dt > 0 && dt <= 1)) from.fail(`a tick of ${dt} seconds, expected above 0, at most 1`);
  return dt;
}
