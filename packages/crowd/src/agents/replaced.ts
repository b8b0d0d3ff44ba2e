// Tells guides that the agents of their crowd were replaced. After `reset`, and after `restore` of
// an older snapshot, a new agent can have the id of one that is gone. A guide that remembered the
// old one would steer the new one.
import type { CrowdAgents } from '../types.ts';

type Crowd = Pick<CrowdAgents, 'generation'>;

/** What remembers agents: the members of a guide, and `createFixedStep`. */
export interface Rememberer {
  /** Forgets agents that are not in the crowd. */
  forgetGone(): void;
}

/**
 * The rememberers of each crowd, by its column of generations: a crowd and an object that wraps it,
 * such as that of `recordCrowd`, share the column. Weak, so that guides can be collected.
 */
const rememberers = new WeakMap<Crowd['generation'], WeakRef<Rememberer>[]>();

/** Has `who` told from now on, for as long as something else holds it. */
export function hearReplaced({ generation }: Crowd, who: Rememberer): void {
  const held = (rememberers.get(generation) ?? []).filter((ref) => ref.deref());
  rememberers.set(generation, [...held, new WeakRef(who)]);
}

/** Tells all rememberers of a crowd. To be called before another agent can be added. */
export function tellReplaced({ generation }: Crowd): void {
  for (const ref of rememberers.get(generation) ?? []) ref.deref()?.forgetGone();
}
