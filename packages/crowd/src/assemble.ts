// Joins the parts of a crowd to the object that users get: called by create-crowd.ts and pool/.
import type { AgentStore } from './agents/agents.ts';
import { publicColumns } from './agents/agents.ts';
import type { Control } from './control.ts';
import type { CrowdControl } from './types.ts';

/**
 * A crowd: the members that crowds of one thread and of a pool have in common, and its `own`
 * members, which replace common ones of the same name. `memoryBytes` is read at each access.
 */
export function assemble<Own extends object>(
  agents: AgentStore,
  control: Control,
  memoryBytes: () => number,
  own: Own,
): CrowdControl & Own {
  const { add, remove, has, slotOf, idOf, set, traitsOf, capacity } = agents;
  const { setWalls, follow, snapshot, restore, reset, hash } = control;
  const shared: CrowdControl = {
    ...publicColumns(agents.columns),
    capacity,
    get count() {
      return agents.count;
    },
    get end() {
      return agents.end;
    },
    get tick() {
      return control.tick;
    },
    get memoryBytes() {
      return memoryBytes();
    },
    add,
    remove,
    has,
    slotOf,
    idOf,
    set,
    traitsOf,
    setWalls,
    follow,
    snapshot,
    restore,
    reset,
    hash,
  };
  return Object.defineProperties(shared, Object.getOwnPropertyDescriptors(own)) as CrowdControl &
    Own;
}
