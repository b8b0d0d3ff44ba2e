// Tells guides that the agents of their crowd were replaced. After `reset`, and after `restore` of
// an older snapshot, a new agent can have the id of an agent that is gone. A guide that remembered
// the old agent would steer the new one. `recount` in agents.ts tells them.
import type { CrowdAgents } from '../types.ts';

type Crowd = Pick<CrowdAgents, 'generation'>;

/** What remembers agents: the members of a guide, and `createFixedStep`. */
export interface Rememberer {
  /** Forgets agents that are not in the crowd. */
  forgetGone(): void;
}

/**
 * The rememberers of each crowd. The key is the crowd's column of generations, because a crowd and
 * an object that wraps it, such as the crowd of `recordCrowd`, share this column. References are
 * weak, so that guides can be collected.
 */
const rememberers = new WeakMap<Crowd['generation'], WeakRef<Rememberer>[]>();

/** Adds a rememberer of a crowd. It is told as long as the caller holds a reference to it. */
export function hearReplaced({ generation }: Crowd, rememberer: Rememberer): void {
  const held = (rememberers.get(generation) ?? []).filter((ref) => ref.deref());
  rememberers.set(generation, [...held, new WeakRef(rememberer)]);
}

/** Tells all rememberers of a crowd. Must be called before another agent can be added. */
export function tellReplaced({ generation }: Crowd): void {
  for (const ref of rememberers.get(generation) ?? []) ref.deref()?.forgetGone();
}
