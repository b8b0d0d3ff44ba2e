import { type Graph, type Grid, isGrid } from '@wayfield/graph';

/** `1234 (x 34, y 10)` on a grid, `1234` on a graph. */
export function describeNode(data: Graph | Grid, node: number): string {
  if (!isGrid(data)) return String(node);
  return `${node} (x ${node % data.width}, y ${Math.floor(node / data.width)})`;
}
