// Checks hub labels; solver.ts calls `checkLabels` before it uploads them.
import { refuse } from '@wayfield/check';
import { aHubLabels } from '../rules.ts';
import type { GpuHubLabels } from './types.ts';

/** Words of a group: four hubs, four distances. */
const GROUP_WORDS = 8;

/**
 * Throws, with the numbers, unless lengths, rows and the entries of `hub` are right, so that every
 * read of the kernel lies inside the arrays. Hubs and distances in `groups` are not checked: the
 * builder and the reader of labels in `@wayfield/cpu-wasm` check them.
 */
export function checkLabels(labels: GpuHubLabels): void {
  aHubLabels(labels, 'labels');
  const { nodeCount, hub } = labels;
  if (hub.length !== nodeCount) refuse('labels.hub.length', hub.length, nodeCount);
  for (let v = 0; v < nodeCount; v++) {
    if (hub[v] >= nodeCount) refuse(`labels.hub[${v}]`, hub[v], `below ${nodeCount}`);
  }
  for (const name of ['forward', 'backward'] as const) {
    const { first, groups } = labels[name];
    const what = `labels.${name}`;
    if (first.length !== nodeCount + 1) {
      refuse(`${what}.first.length`, first.length, nodeCount + 1);
    }
    if (first[0] !== 0) refuse(`${what}.first[0]`, first[0], 0);
    for (let h = 0; h < nodeCount; h++) {
      if (!(first[h + 1] > first[h])) {
        refuse(`${what}.first[${h + 1}]`, first[h + 1], `above ${first[h]}`);
      }
    }
    const words = first[nodeCount] * GROUP_WORDS;
    if (groups.length !== words) refuse(`${what}.groups.length`, groups.length, words);
  }
}
