// How the calling thread answers the requests of plans (src/step/settle.ts). Called by
// create-diffusion.ts, and by src/pool/crew.ts for requests that one thread does.
import type { Core } from './core.ts';
import { runMove } from '../pursuers/move-job.ts';
import { runAgents } from '../steering/agent-job.ts';
import type { Answer, Request } from '../step/settle.ts';
import { runPass } from '../step/pass-job.ts';

/** Answers a request of a plan on this thread. */
export function perform({ arena, kernels, scent, model, options }: Core, request: Request): Answer {
  if (request.kind === 'pause') return { counts: [], residual: NaN };
  if (request.kind === 'move') {
    return { counts: [runMove(kernels, request.job, 0, 1)], residual: NaN };
  }
  if (request.kind === 'agents') {
    runAgents(kernels, request.job, 0, 1);
    return { counts: [], residual: NaN };
  }
  const rows = { first: 0, last: model.map.height, centre: options.centre };
  if (request.kind === 'passes') {
    for (const job of request.jobs) runPass(kernels, job, { ...rows, counts: 0 });
    return { counts: [], residual: NaN };
  }
  const { kind, job } = request;
  const counts = scent!.memory.counts[0];
  let residual = NaN;
  if (kind === 'pass') {
    arena.words().fill(0, counts / 4, counts / 4 + job.steps);
    runPass(kernels, job, { ...rows, counts });
  } else {
    residual = kernels.residual(job.source, job.target, job.box.y0, job.box.y1);
  }
  return { counts: arena.words().subarray(counts / 4, counts / 4 + job.steps), residual };
}
