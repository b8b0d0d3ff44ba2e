import { type Graph, NONE } from '@wayfield/graph';
import { checkForm } from './check-form.ts';
import type { CustomizableHierarchy } from './types.ts';

/**
 * Throws RangeError unless the hierarchy has the form of its type and was built for this graph:
 * every arc lies where the hierarchy says.
 */
export function checkMatch(graph: Graph, customizable: CustomizableHierarchy): void {
  const { nodeCount, graphArcCount, rank, firstArc, head, arcOf } = customizable;
  if (graph.nodeCount !== nodeCount || graph.arcCount !== graphArcCount) {
    throw new RangeError(
      `the hierarchy is of ${nodeCount} nodes and ${graphArcCount} arcs, the graph has ` +
        `${graph.nodeCount} and ${graph.arcCount}`,
    );
  }
  checkForm(customizable);
  for (let u = 0; u < nodeCount; u++) {
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++) {
      const place = arcOf[a];
      const [from, to] = [rank[u], rank[graph.head[a]]];
      const arc = place >>> 1;
      const lower = Math.min(from, to);
      const lies =
        from === to
          ? place === NONE
          : (place & 1) === (from > to ? 1 : 0) &&
            arc >= firstArc[lower] &&
            arc < firstArc[lower + 1] &&
            head[arc] === Math.max(from, to);
      if (!lies) {
        throw new RangeError(
          `arc ${a} from node ${u} to ${graph.head[a]} is not where the ` +
            'hierarchy has it: it was built for another graph',
        );
      }
    }
  }
}
