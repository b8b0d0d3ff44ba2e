// A call about agents, and how a thread does its part of the call. steering.ts makes an `AgentJob`;
// the calling thread, or each thread of a pool, calls `runAgents`.
import type { Kernels } from '../kernels.ts';

/** Where obstacles are, as a thread needs it. */
interface GroundPlaces {
  readonly width: number;
  readonly height: number;
  readonly rowBytes: number;
  /** `besideNeeded` of src/model/corners.ts. */
  readonly beside: number;
  /** See `PursuerField`. */
  readonly passage: number;
  readonly openCells: number;
}

/** The addresses of the agents' positions, radii and answers. */
export interface AgentPlaces {
  readonly count: number;
  /** f64 per agent. */
  readonly x: number;
  readonly y: number;
  /** f64 per agent, or 0 where all agents have the radius `one`. */
  readonly radius: number;
  readonly one: number;
  /** A byte per agent. */
  readonly status: number;
}

/** Where a layer's headings are kept. */
export interface HeadingPlaces {
  readonly field: number;
  /** 0 scent in precision 'f32', 1 in 'log', 2 costs. */
  readonly kind: number;
  /** u16 per cell, and two f32 per cell: see assembly/steering/layout.ts. */
  readonly facts: number;
  readonly headings: number;
  /** The value of the field's `changes()` when all headings were last forgotten. */
  readonly changes: number;
}

export type AgentJob =
  | {
      readonly task: 'fill';
      readonly ground: GroundPlaces;
      readonly headings: HeadingPlaces;
    }
  | {
      readonly task: 'steer';
      readonly ground: GroundPlaces;
      readonly headings: HeadingPlaces;
      readonly agents: AgentPlaces;
      /** f32 per agent. */
      readonly outX: number;
      readonly outY: number;
    }
  | {
      readonly task: 'move';
      readonly ground: GroundPlaces;
      readonly agents: AgentPlaces;
      /** f64 per agent. */
      readonly stepX: number;
      readonly stepY: number;
    };

/** Does a thread's part of a call. */
export function runAgents(kernels: Kernels, job: AgentJob, thread: number, threads: number): void {
  const { width, height, rowBytes, beside, passage, openCells } = job.ground;
  kernels.groundBind(width, height, rowBytes, beside, passage, openCells);
  if (job.task !== 'move') {
    const { field, kind, facts, headings } = job.headings;
    kernels.headingsBind(field, kind, facts, headings);
  }
  if (job.task === 'fill') {
    kernels.headingsFill(
      Math.floor((height * thread) / threads),
      Math.floor((height * (thread + 1)) / threads),
    );
    return;
  }
  const { count, x, y, radius, one, status } = job.agents;
  const first = Math.floor((count * thread) / threads);
  const end = Math.floor((count * (thread + 1)) / threads);
  kernels.agentsBind(x, y, radius, one, status);
  if (job.task === 'steer') {
    // behind the two f32 per agent are eight unused bytes per agent
    const scratch = job.outY + 4 * count + 8 * first;
    kernels.steer(first, end, job.outX, job.outY, scratch);
  } else {
    kernels.stepsBind(job.stepX, job.stepY);
    kernels.moveAlong(first, end, x, y);
  }
}
