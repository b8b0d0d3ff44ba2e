// Plays the commands of a replay in a crowd, and compares hashes.
import {
  callback,
  checkOptions,
  object,
  optional,
  type Rule,
  refuse,
  typed,
  whole,
} from '@wayfield/check';
import type { AgentOptions, Crowd, CrowdControl } from '../types.ts';
import { type ByteReader, createByteReader } from './bytes.ts';
import { COMMAND, readFields, readWalls } from './format.ts';
import { readId, readSeconds, type Replay } from './open-replay.ts';
import { createPreferredLog, type PreferredLog } from './preferred.ts';

/** The result of playing a replay. */
export interface PlayReport {
  /** Ticks that were played. */
  readonly ticks: number;
  /**
   * The first tick, counted from 0, after which the hash differed from that of the file; -1: none.
   */
  readonly firstTick: number;
  /** The hash of the file after that tick, and the hash of the crowd; both 0 if none differed. */
  readonly expected: number;
  readonly found: number;
}

/** Options of `playReplay`. */
export interface PlayOptions {
  /** Called after each tick whose hash agrees, with its number, for example to draw the tick. */
  readonly each?: ((tick: number) => void) | undefined;
  /** Ticks to play at most. Default: all. */
  readonly ticks?: number | undefined;
}

/** A crowd of a pool. */
interface PoolCrowd extends CrowdControl {
  readonly threads: number;
  step(dt: number): Promise<unknown>;
}

const crowdRule: Rule = /* @__PURE__ */ object(
  { capacity: /* @__PURE__ */ whole(1), step: callback, hash: callback },
  'a crowd',
);
const replayRule: Rule = /* @__PURE__ */ object(
  {
    bytes: /* @__PURE__ */ typed(Uint8Array),
    firstCommand: /* @__PURE__ */ whole(0),
    ticks: /* @__PURE__ */ whole(0),
  },
  'a Replay',
);
const rules = {
  each: /* @__PURE__ */ optional(callback),
  ticks: /* @__PURE__ */ whole(0),
};

/**
 * Plays a replay in a crowd that was created with the world and options of the replay, and compares
 * the hash after each tick. Stops after the first tick whose hash differs. With a pool, returns a
 * promise.
 *
 * @throws RangeError for a crowd of another capacity, or that has had ticks or agents, and for a
 * command that the crowd refuses, with the tick and the byte.
 *
 * @example
 * const [world, options] = [{ walls }, { capacity: 300 }];
 * const recorded = recordCrowd(createCrowd(world, options), { world, options });
 * recorded.crowd.step(1 / 60);
 * const replay = openReplay(recorded.file());
 * const { firstTick } = playReplay(replay, createCrowd(replay.world, replay.options));
 * console.log(firstTick); // -1
 */
export function playReplay(replay: Replay, crowd: Crowd, options?: PlayOptions): PlayReport;
export function playReplay(
  replay: Replay,
  crowd: PoolCrowd,
  options?: PlayOptions,
): Promise<PlayReport>;
export function playReplay(
  replay: Replay,
  crowd: Crowd | PoolCrowd,
  options: PlayOptions = {},
): PlayReport | Promise<PlayReport> {
  replayRule(replay, 'replay');
  crowdRule(crowd, 'crowd');
  checkOptions('playReplay', options, rules);
  const { capacity } = replay.options;
  if (crowd.capacity !== capacity)
    refuse('crowd.capacity', crowd.capacity, `that of the replay, ${capacity}`);
  if (crowd.count > 0) refuse('crowd.count', crowd.count, '0: play in a crowd without agents');
  if (crowd.tick > 0) refuse('crowd.tick', crowd.tick, '0: play in a crowd from its start on');
  if (crowd.end > 0) refuse('crowd.end', crowd.end, '0: play in a crowd from its start on');
  const player = createPlayer(replay, crowd);
  const most = Math.min(replay.ticks, options.ticks ?? Infinity);
  const { each } = options;
  if (!('threads' in crowd)) {
    while (player.ticks < most) {
      crowd.step(player.commands());
      if (!player.compare()) break;
      each?.(player.ticks - 1);
    }
    return player.report();
  }
  return (async () => {
    while (player.ticks < most) {
      await crowd.step(player.commands());
      if (!player.compare()) break;
      each?.(player.ticks - 1);
    }
    return player.report();
  })();
}

interface Player {
  /** Ticks played so far. */
  readonly ticks: number;
  /** Does the commands before the next step, and returns the length of the step in seconds. */
  commands(): number;
  /** Compares the hash after the step; returns whether it is that of the file. */
  compare(): boolean;
  report(): PlayReport;
}

function createPlayer(replay: Replay, crowd: CrowdControl): Player {
  let ticks = 0;
  let dt = 0;
  let expected = 0;
  let difference = { firstTick: -1, expected: 0, found: 0 };
  const { bytes, firstCommand } = replay;
  const from = createByteReader(bytes, firstCommand, () => `tick ${ticks} of the replay`);
  const preferred = createPreferredLog(crowd);
  return {
    get ticks() {
      return ticks;
    },
    commands() {
      for (;;) {
        const at = from.at;
        const command = from.u8();
        if (command === COMMAND.STEP) dt = readSeconds(from);
        if (command === COMMAND.STEP || command === COMMAND.STEP_AGAIN) {
          expected = from.u32();
          return dt;
        }
        try {
          perform(crowd, preferred, from, command);
        } catch (error) {
          const { message } = error as Error;
          throw new RangeError(`tick ${ticks} of the replay, byte ${at}: ${message}`, {
            cause: error,
          });
        }
      }
    },
    compare() {
      const found = crowd.hash();
      if (found !== expected) difference = { firstTick: ticks, expected, found };
      ticks++;
      return found === expected;
    },
    report: () => ({ ticks, ...difference }),
  };
}

function perform(
  crowd: CrowdControl,
  preferred: PreferredLog,
  from: ByteReader,
  command: number,
): void {
  const { capacity } = crowd;
  switch (command) {
    case COMMAND.ADD:
      preferred.know(crowd.slotOf(crowd.add(readFields(from) as AgentOptions)), true, true);
      return;
    case COMMAND.REMOVE:
      crowd.remove(readId(from, capacity));
      return;
    case COMMAND.SET: {
      const id = readId(from, capacity);
      const changes = readFields(from);
      crowd.set(id, changes);
      const { preferredX, preferredY } = changes;
      preferred.know(crowd.slotOf(id), preferredX !== undefined, preferredY !== undefined);
      return;
    }
    case COMMAND.WALLS:
      crowd.setWalls(readWalls(from));
      return;
    case COMMAND.RESET:
      crowd.reset();
      preferred.knowAll();
      return;
    case COMMAND.RESTORE: {
      const [tick, agents] = [from.varint(), from.varint()];
      const bytes = from.raw(from.varint());
      crowd.restore({ format: 'wayfield-crowd/1', capacity, tick, agents, bytes });
      preferred.knowAll();
      return;
    }
    case COMMAND.PREFERRED:
      preferred.apply(from);
      return;
    default:
      from.fail(`command ${command}, expected 1 to ${COMMAND.STEP_AGAIN}`);
  }
}
