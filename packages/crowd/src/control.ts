// Walls, guide, snapshots, hash and report of a crowd. Crowds of one thread and of a pool share
// this; a crowd on the GPU applies it to the host's copy of its agents.
import { optional, object, callback, refuse, type Rule } from '@wayfield/check';
import type { AgentStore } from './agents/agents.ts';
import { checkStored } from './agents/check-stored.ts';
import { aSnapshot, someWalls } from './agents/rules.ts';
import type { Engine } from './engine.ts';
import type { CrowdControl, CrowdSnapshot, Guide, StepReport } from './types.ts';
import { putWalls } from './walls/put-walls.ts';

const FORMAT = 'wayfield-crowd/1';

type Methods = 'setWalls' | 'follow' | 'snapshot' | 'restore' | 'reset' | 'hash';

/** The calls of a crowd between ticks, and what ticks need of them. */
export interface Control extends Pick<CrowdControl, Methods> {
  tick: number;
  readonly guide: Guide | undefined;
  /** The hash of `tick` and all agents. `hash` calls it with the tick of the crowd. */
  hashAt(tick: number): number;
  /** Writes the sums of the last tick to the crowd's one report, and returns it. */
  report(): StepReport;
}

type Report = { -readonly [Name in keyof StepReport]: StepReport[Name] };

const aGuide: Rule = /* @__PURE__ */ optional(
  /* @__PURE__ */ object({ update: callback }, 'a Guide'),
);

/**
 * The calls of a crowd between ticks. `check` throws while no call is allowed: after `destroy`, and
 * during a step of a pool.
 */
export function createControl(engine: Engine, agents: AgentStore, check: () => void): Control {
  const { kernels, host } = engine;
  const report: Report = {
    tick: 0,
    agents: 0,
    infeasible: 0,
    squeezed: 0,
    clipped: 0,
    deepestOverlap: 0,
    idle: 0,
    settled: 0,
  };
  let guide: Guide | undefined;
  const stateBytes = (): Uint8Array => {
    const address = kernels.stateAddress() >>> 0;
    return host.arena.bytes().subarray(address, address + (kernels.stateBytes() >>> 0));
  };

  const control: Control = {
    tick: 0,
    get guide() {
      return guide;
    },
    setWalls(walls) {
      check();
      someWalls(walls, 'walls');
      putWalls(engine, walls);
    },
    follow(next) {
      check();
      aGuide(next, 'guide');
      guide = next;
    },
    snapshot() {
      check();
      const bytes = new Uint8Array(stateBytes());
      const { capacity, count } = agents;
      const copy = { format: FORMAT, capacity, tick: control.tick, agents: count, bytes } as const;
      const state = guide?.snapshot?.();
      return state ? { ...copy, guide: state } : copy;
    },
    restore(snapshot: CrowdSnapshot) {
      check();
      aSnapshot(snapshot, 'snapshot');
      const { capacity, bytes, tick } = snapshot;
      if (capacity !== agents.capacity) {
        refuse('snapshot.capacity', capacity, `the capacity of this crowd, ${agents.capacity}`);
      }
      const kept = stateBytes();
      if (bytes.length !== kept.length) {
        refuse('snapshot.bytes.length', bytes.length, `${kept.length} bytes`);
      }
      putState(engine, agents, kept, snapshot, guide);
      control.tick = tick;
      agents.recount(endOf(agents));
      kernels.setReach(largestReach(engine, agents));
    },
    reset() {
      check();
      stateBytes().fill(0);
      control.tick = 0;
      agents.recount(0);
      kernels.setReach(0);
    },
    hash: () => control.hashAt(control.tick),
    hashAt(tick) {
      check();
      kernels.beginTick(tick, 0, 1, agents.end);
      return kernels.hashAgents() >>> 0;
    },
    report() {
      report.tick = control.tick;
      report.agents = agents.count;
      readSums(kernels, report);
      return report;
    },
  };
  return control;
}

/**
 * Copies the bytes of a snapshot to `kept`, the state of the crowd, and restores the guide. If the
 * agents or the guide's state are refused, puts the old bytes back and throws that error.
 */
function putState(
  engine: Engine,
  agents: AgentStore,
  kept: Uint8Array,
  snapshot: CrowdSnapshot,
  guide: Guide | undefined,
): void {
  const before = kept.slice();
  kept.set(snapshot.bytes);
  try {
    checkStored(engine, agents.columns, endOf(agents), agents.limits);
    if (snapshot.guide) guide?.restore?.(snapshot.guide);
  } catch (error) {
    kept.set(before);
    throw error;
  }
}

/** Reads the sums of a tick; the numbers are those of `sumOf` in assembly/tick/host.ts. */
function readSums(kernels: Engine['kernels'], report: Report): void {
  report.infeasible = kernels.sumOf(0);
  report.squeezed = kernels.sumOf(1);
  report.clipped = kernels.sumOf(2);
  report.deepestOverlap = kernels.sumOf(3);
  report.idle = kernels.sumOf(4);
  report.settled = kernels.sumOf(5);
}

/** One more than the largest slot ever used: later slots have generation 0 and no agent. */
function endOf({ columns, capacity }: AgentStore): number {
  let end = capacity;
  while (end > 0 && columns.status[end - 1] === 0 && columns.generation[end - 1] === 0) end--;
  return end;
}

/** The largest neighbour distance: trait 3 of `traitOf`. */
function largestReach({ kernels }: Engine, { columns, end }: AgentStore): number {
  let largest = 0;
  for (let slot = 0; slot < end; slot++) {
    if (columns.status[slot] !== 0) largest = Math.max(largest, kernels.traitOf(slot, 3));
  }
  return largest;
}
