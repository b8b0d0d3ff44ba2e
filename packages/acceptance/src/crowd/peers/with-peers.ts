import type { CrowdProgram } from '../play/program.ts';
import { navcatCrowd } from './navcat.ts';
import { recastCrowd } from './recast.ts';
import { buildRvo2, type Rvo2 } from './rvo2.ts';
import { yukaCrowd } from './yuka.ts';

/** The other crowds that are here. */
export interface CrowdPeers {
  readonly rvo2: Rvo2 | undefined;
  readonly libraries: readonly CrowdProgram[];
  /** What is not here, and why. */
  readonly missing: readonly string[];
}

/**
 * Runs `job` with RVO2 built, where that is possible, and with the libraries, which are
 * devDependencies of the bench. Removes the built RVO2 afterwards.
 */
export async function withPeers(
  data: string | undefined,
  job: (peers: CrowdPeers) => Promise<void>,
): Promise<void> {
  const built = await buildRvo2(data);
  const rvo2 = typeof built === 'string' ? undefined : built;
  const missing = typeof built === 'string' ? [`RVO2: ${built}`] : [];
  const libraries = [recastCrowd, navcatCrowd, yukaCrowd];
  try {
    await job({ rvo2, libraries, missing });
  } finally {
    await rvo2?.close();
  }
}
