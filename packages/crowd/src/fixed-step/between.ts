// Where agents are drawn between two ticks: called by `createFixedStep`.
import { hearReplaced, type Rememberer } from '../agents/replaced.ts';
import { type CrowdAgents, FREE } from '../types.ts';

/** What is read of a crowd between ticks. */
export type SteppedCrowd = Pick<
  CrowdAgents,
  | 'capacity'
  | 'end'
  | 'generation'
  | 'headingX'
  | 'headingY'
  | 'idOf'
  | 'positionX'
  | 'positionY'
  | 'status'
>;

/** Positions and headings between the last two ticks, by slot. */
export interface Between {
  readonly x: Float32Array<ArrayBuffer>;
  readonly y: Float32Array<ArrayBuffer>;
  readonly headingX: Float32Array<ArrayBuffer>;
  readonly headingY: Float32Array<ArrayBuffer>;
  /** Keeps the positions and headings of all agents: to be called before a tick. */
  keep(): void;
  /** Writes positions and headings after the part `part` (0 to 1) of the tick since `keep`. */
  write(part: number): void;
}

/** Stands in `ids` for a slot that was free when positions were kept. */
const NOBODY = -1;

/** An agent that moved farther than `snap` metres since `keep` is drawn at its current position. */
export function createBetween(crowd: SteppedCrowd, snap: number): Between {
  const { capacity, positionX, positionY, status } = crowd;
  /** By slot: the id of the agent that `keep` saw. */
  const ids = new Float64Array(capacity).fill(NOBODY);
  const oldX = new Float64Array(capacity);
  const oldY = new Float64Array(capacity);
  const oldHeadingX = new Float32Array(capacity);
  const oldHeadingY = new Float32Array(capacity);
  const x = new Float32Array(capacity);
  const y = new Float32Array(capacity);
  const headingX = new Float32Array(capacity);
  const headingY = new Float32Array(capacity);

  /** How much of its move since `keep` an agent has done: 1 if the agent jumped or is new. */
  function partOf(slot: number, part: number): number {
    if (ids[slot] === NOBODY || crowd.idOf(slot) !== ids[slot]) return 1;
    const dx = positionX[slot] - oldX[slot];
    const dy = positionY[slot] - oldY[slot];
    return dx * dx + dy * dy > snap * snap ? 1 : part;
  }

  const between: Between & Rememberer = {
    x,
    y,
    headingX,
    headingY,
    forgetGone() {
      for (let slot = 0; slot < capacity; slot++) {
        const isGone = status[slot] === FREE || crowd.idOf(slot) !== ids[slot];
        if (isGone) ids[slot] = NOBODY;
      }
    },
    keep() {
      const { end } = crowd;
      for (let slot = 0; slot < end; slot++)
        ids[slot] = status[slot] === FREE ? NOBODY : crowd.idOf(slot);
      ids.fill(NOBODY, end);
      oldX.set(positionX);
      oldY.set(positionY);
      oldHeadingX.set(crowd.headingX);
      oldHeadingY.set(crowd.headingY);
    },
    write(part) {
      const { end } = crowd;
      for (let slot = 0; slot < end; slot++) {
        if (status[slot] === FREE) continue;
        const done = partOf(slot, part);
        // The difference is taken in f64, so agents far from the origin move smoothly too. For new
        // agents `done` is 1, so the old position has no effect; `|| 0` is for NaN there.
        x[slot] = positionX[slot] - (1 - done) * (positionX[slot] - oldX[slot] || 0);
        y[slot] = positionY[slot] - (1 - done) * (positionY[slot] - oldY[slot] || 0);
        const hx = crowd.headingX[slot];
        const hy = crowd.headingY[slot];
        const ax = done === 1 ? hx : oldHeadingX[slot] + done * (hx - oldHeadingX[slot]);
        const ay = done === 1 ? hy : oldHeadingY[slot] + done * (hy - oldHeadingY[slot]);
        const length = Math.sqrt(ax * ax + ay * ay);
        // between opposite headings there is no direction: the new heading is taken
        headingX[slot] = length > 1e-3 ? ax / length : hx;
        headingY[slot] = length > 1e-3 ? ay / length : hy;
      }
    },
  };
  // after `reset` and `restore` of the crowd a new agent can have the id of one that was kept
  hearReplaced(crowd, between);
  return between;
}
