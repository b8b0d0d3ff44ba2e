// graphology-shortest-path 2.1 on graphology 0.26: node keys must be strings (its A* misses number
// keys); "bidirectional" A* searches one way.
import type { Graph } from '@wayfield/graph';
import { arcPairs } from './arc-pairs.ts';
import { type GraphPeer, importPackage } from '../../run/peers/peer.ts';

interface ObjectGraph {
  addNode(key: string): void;
  addEdge(from: string, to: string, attributes: { weight: number }): void;
}
type Heuristic = (node: string, goal: string) => number;
interface ShortestPath {
  astar: {
    bidirectional(
      graph: ObjectGraph,
      from: string,
      to: string,
      weight: string,
      heuristic?: Heuristic,
    ): string[] | null;
  };
  dijkstra: {
    bidirectional(graph: ObjectGraph, from: string, to: string, weight: string): string[] | null;
  };
}

function finder(name: string, kind: 'astar' | 'dijkstra'): GraphPeer {
  return {
    name,
    packages: ['graphology-shortest-path', 'graphology'],
    async load(graph: Graph) {
      const { nodeCount, x, y, heuristicScale } = graph;
      const ObjectGraph =
        await importPackage<new (options: { type: string }) => ObjectGraph>('graphology');
      const search = await importPackage<ShortestPath>('graphology-shortest-path');
      const pairs = arcPairs(graph);
      const objects = new ObjectGraph({ type: pairs.undirected ? 'undirected' : 'directed' });
      for (let v = 0; v < nodeCount; v++) objects.addNode(String(v));
      pairs.forEach((u, v, weight) => objects.addEdge(String(u), String(v), { weight }));
      const heuristic: Heuristic | undefined =
        x && y && heuristicScale > 0
          ? (node, goal) => heuristicScale * Math.hypot(x[+node] - x[+goal], y[+node] - y[+goal])
          : undefined;
      return {
        find: (source, target) =>
          kind === 'astar'
            ? search.astar.bidirectional(
                objects,
                String(source),
                String(target),
                'weight',
                heuristic,
              )
            : search.dijkstra.bidirectional(objects, String(source), String(target), 'weight'),
        path: (found: string[] | null) => (found ?? []).map(Number),
      };
    },
  };
}

export const graphologyAstar: GraphPeer = finder('graphology astar', 'astar');
export const graphologyDijkstra: GraphPeer = finder('graphology dijkstra', 'dijkstra');
