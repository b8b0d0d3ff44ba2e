// Tells guides that the agents of their crowd were replaced: after `reset`, and after `restore` of
// an older snapshot, a new agent can have the id of one that is gone.
import type { CrowdAgents } from '../types.ts';

type Crowd = Pick<CrowdAgents, 'generation'>;

/** Who remembers agents. */
export interface Rememberer {
  /** Forgets agents that are not in the crowd. */
  forgetGone(): void;
}

/** By the column of generations, which a crowd and those who wrap it share. */
const rememberers = new WeakMap<Crowd['generation'], WeakRef<Rememberer>[]>();

/** From now on `who` is told, for as long as somebody else holds it. */
export function hearReplaced({ generation }: Crowd, who: Rememberer): void {
  const held = (rememberers.get(generation) ?? []).filter((ref) => ref.deref());
  rememberers.set(generation, [...held, new WeakRef(who)]);
}

/** To be called before another agent can be added. */
export function tellReplaced({ generation }: Crowd): void {
  for (const ref of rememberers.get(generation) ?? []) ref.deref()?.forgetGone();
}
