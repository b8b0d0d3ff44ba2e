// Records a crowd: wraps its calls, and writes each call that succeeded into the file.
import { object, refuse, type Rule, typed, whole } from '@wayfield/check';
import { aWorld, tickLength } from '../agents/rules.ts';
import type { AgentChanges, AgentOptions, CrowdControl, CrowdSnapshot, Guide } from '../types.ts';
import type { Walls } from '../walls/types.ts';
import { type ByteWriter, createByteWriter, crc32 } from './bytes.ts';
import {
  COMMAND,
  HEAD_BYTES,
  MAGIC,
  type RecordedWorld,
  VERSION,
  writeFields,
  writeWalls,
  writeWorld,
} from './format.ts';
import { createPreferredLog, type PreferredLog } from './preferred.ts';

export type { RecordedWorld } from './format.ts';

/** A crowd whose ticks can be recorded: of one thread or of a pool. */
export interface RecordableCrowd extends CrowdControl {
  step(dt: number): unknown;
}

/** A crowd that is recorded, and the file. */
export interface Recording<C extends RecordableCrowd> {
  /** Use this object instead of the crowd given: its calls are recorded. */
  readonly crowd: C;
  /** Ticks recorded so far. */
  readonly ticks: number;
  /** Bytes of the file so far. */
  readonly byteLength: number;
  /** The file up to now. Recording goes on. */
  file(): Uint8Array<ArrayBuffer>;
}

const crowdRule: Rule = /* @__PURE__ */ object(
  {
    capacity: /* @__PURE__ */ whole(1),
    preferredX: /* @__PURE__ */ typed(Float32Array),
    preferredY: /* @__PURE__ */ typed(Float32Array),
  },
  'a crowd',
);
const givenRule: Rule = /* @__PURE__ */ object(
  {
    world: aWorld,
    options: /* @__PURE__ */ object({ capacity: /* @__PURE__ */ whole(1) }, 'options'),
  },
  'RecordedWorld',
);

/**
 * Records the calls of a crowd from now on, and a hash of the crowd after each tick. Use the
 * `crowd` of the answer instead of the one given, also for guides. `given` are the arguments that
 * the crowd was created with. The crowd must be as it was then: the same walls, and no ticks or
 * agents so far.
 *
 * Recorded are `add`, `remove`, `set`, `setWalls`, `restore`, `reset`, `step`, and before each
 * step the preferred velocities that changed, whoever wrote them: a player needs no guide. With a
 * pool, await each `step` before the next one, which throws otherwise.
 *
 * @throws RangeError for a crowd that has had agents or ticks, and for another capacity than that
 * given.
 *
 * @example
 * const [world, options] = [{ walls }, { capacity: 300 }];
 * const { crowd, file } = recordCrowd(createCrowd(world, options), { world, options });
 * crowd.add({ x: 1, y: 1, preferredX: 1 });
 * for (let tick = 0; tick < 100; tick++) crowd.step(1 / 60);
 * writeFileSync('walk.replay', file());
 */
export function recordCrowd<C extends RecordableCrowd>(
  crowd: C,
  given: RecordedWorld,
): Recording<C> {
  crowdRule(crowd, 'crowd');
  givenRule(given, 'given');
  const { capacity } = given.options;
  if (capacity !== crowd.capacity)
    refuse('given.options.capacity', capacity, `the capacity of the crowd, ${crowd.capacity}`);
  if (crowd.count > 0) refuse('crowd.count', crowd.count, '0: record a crowd without agents');
  if (crowd.tick > 0) refuse('crowd.tick', crowd.tick, '0: record a crowd from its start on');
  // ids of slots that were used have other generations than those of a new crowd
  if (crowd.end > 0) refuse('crowd.end', crowd.end, '0: record a crowd from its start on');
  const out = createByteWriter();
  writeWorld(out, given);
  const log: RecordLog = {
    out,
    preferred: createPreferredLog(crowd),
    ticks: 0,
    dt: NaN,
    isStepping: false,
  };
  return {
    crowd: recorded(crowd, log),
    get ticks() {
      return log.ticks;
    },
    get byteLength() {
      return HEAD_BYTES + out.length;
    },
    file: () => fileOf(out.take(), log.ticks, capacity),
  };
}

interface RecordLog {
  readonly out: ByteWriter;
  readonly preferred: PreferredLog;
  ticks: number;
  /** Seconds of the last tick. */
  dt: number;
  /** Whether a step of a pool is under way. */
  isStepping: boolean;
}

/** An object over the crowd, whose calls write their command once they have succeeded. */
function recorded<C extends RecordableCrowd>(crowd: C, log: RecordLog): C {
  const { out, preferred } = log;
  let guide: Guide | undefined;
  const calls = {
    follow(next: Guide | undefined) {
      // The crowd only checks the guide. `step` below calls the guide, with the recorded crowd.
      crowd.follow(next);
      crowd.follow(undefined);
      guide = next;
    },
    add(agent: AgentOptions) {
      const id = crowd.add(agent);
      out.u8(COMMAND.ADD);
      writeFields(out, agent);
      preferred.know(crowd.slotOf(id), true, true);
      return id;
    },
    remove(id: number) {
      crowd.remove(id);
      out.u8(COMMAND.REMOVE);
      out.varint(id);
    },
    set(id: number, changes: AgentChanges) {
      crowd.set(id, changes);
      out.u8(COMMAND.SET);
      out.varint(id);
      writeFields(out, changes);
      const { preferredX, preferredY } = changes;
      // the caller may have written the other component: the next PREFERRED holds it
      preferred.know(crowd.slotOf(id), preferredX !== undefined, preferredY !== undefined);
    },
    setWalls(walls: Walls) {
      crowd.setWalls(walls);
      out.u8(COMMAND.WALLS);
      writeWalls(out, walls);
    },
    reset() {
      crowd.reset();
      out.u8(COMMAND.RESET);
      preferred.knowAll();
    },
    snapshot: () => following(crowd, guide, () => crowd.snapshot()),
    restore(snapshot: CrowdSnapshot) {
      following(crowd, guide, () => crowd.restore(snapshot));
      const { tick, agents, bytes } = snapshot;
      out.u8(COMMAND.RESTORE);
      out.varint(tick);
      out.varint(agents);
      out.varint(bytes.length);
      out.raw(bytes);
      preferred.knowAll();
    },
    step(dt: number) {
      if (log.isStepping) throw new Error('a step is under way: await it first');
      tickLength(dt, 'dt');
      guide?.update(self, dt);
      preferred.write(out, COMMAND.PREFERRED);
      const report = crowd.step(dt);
      if (report instanceof Promise) {
        log.isStepping = true;
        return report
          .then((done: unknown) => {
            writeStep(crowd, log, dt);
            return done;
          })
          .finally(() => {
            log.isStepping = false;
          });
      }
      writeStep(crowd, log, dt);
      return report;
    },
  };
  const self: C = Object.create(crowd, Object.getOwnPropertyDescriptors(calls));
  return self;
}

/** Lets the crowd follow a guide during one call, which then includes the guide's state. */
function following<T>(crowd: RecordableCrowd, guide: Guide | undefined, call: () => T): T {
  crowd.follow(guide);
  try {
    return call();
  } finally {
    crowd.follow(undefined);
  }
}

function writeStep(crowd: RecordableCrowd, log: RecordLog, dt: number): void {
  const { out } = log;
  out.u8(dt === log.dt ? COMMAND.STEP_AGAIN : COMMAND.STEP);
  if (dt !== log.dt) out.f64(dt);
  out.u32(crowd.hash());
  log.dt = dt;
  log.ticks++;
}

function fileOf(body: Uint8Array, ticks: number, capacity: number): Uint8Array<ArrayBuffer> {
  const checked = createByteWriter();
  checked.u32(ticks);
  checked.u32(capacity);
  checked.raw(body);
  const rest = checked.take();
  const file = createByteWriter();
  for (const word of [MAGIC, VERSION, body.length, crc32(rest, 0)]) file.u32(word);
  file.raw(rest);
  return file.take();
}
