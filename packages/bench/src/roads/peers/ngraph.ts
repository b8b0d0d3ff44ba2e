// ngraph.path 1.6 on ngraph.graph 20: A* and NBA* on objects; `find` gives the path from target to
// source.
import type { Graph } from '@wayfield/graph';
import { arcPairs } from './arc-pairs.ts';
import { type GraphPeer, importPackage } from '../../run/peers/peer.ts';

interface NgraphNode {
  id: number;
  data: { x: number; y: number } | undefined;
}
interface NgraphGraph {
  addNode(id: number, data?: { x: number; y: number }): void;
  addLink(from: number, to: number, data: { weight: number }): void;
}
type MakeFinder = (
  graph: NgraphGraph,
  options: {
    oriented: boolean;
    distance: (from: NgraphNode, to: NgraphNode, link: { data: { weight: number } }) => number;
    heuristic?: (from: NgraphNode, to: NgraphNode) => number;
  },
) => { find(from: number, to: number): NgraphNode[] };

function finder(name: string, kind: 'aStar' | 'nba'): GraphPeer {
  return {
    name,
    packages: ['ngraph.path', 'ngraph.graph'],
    async load(graph: Graph) {
      const { nodeCount, x, y, heuristicScale } = graph;
      const createGraph = await importPackage<() => NgraphGraph>('ngraph.graph');
      const path = await importPackage<Record<typeof kind, MakeFinder>>('ngraph.path');
      const pairs = arcPairs(graph);
      const objects = createGraph();
      for (let v = 0; v < nodeCount; v++)
        objects.addNode(v, x && y ? { x: x[v], y: y[v] } : undefined);
      pairs.forEach((u, v, weight) => objects.addLink(u, v, { weight }));
      const search = path[kind](objects, {
        oriented: !pairs.undirected,
        distance: (_from, _to, link) => link.data.weight,
        ...(x &&
          heuristicScale > 0 && {
            heuristic: ({ data: a }: NgraphNode, { data: b }: NgraphNode) =>
              a && b ? heuristicScale * Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2) : 0,
          }),
      });
      return {
        find: (source, target) => search.find(source, target),
        path: (found: NgraphNode[]) => found.map((node) => node.id).reverse(),
      };
    },
  };
}

export const ngraphAstar: GraphPeer = finder('ngraph.path astar', 'aStar');
export const ngraphNba: GraphPeer = finder('ngraph.path nba', 'nba');
