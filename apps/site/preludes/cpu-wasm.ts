import { readFile, writeFile } from 'node:fs/promises';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { buildHubLabels } from '@wayfield/cpu-wasm/hub-labels';
import { createHierarchyPool } from '@wayfield/cpu-wasm/hierarchy-pool';
import { buildGrid, buildQueries } from '@wayfield/graph';
import { roadGraph } from '@wayfield/graph/generators';
const graph = roadGraph(30, 30, { seed: 2 });
const grid = buildGrid({ width: 30, height: 30 });
const hierarchy = buildHierarchy(graph);
const labels = buildHubLabels(hierarchy);
const queries = buildQueries([
  [0, 899],
  [31, 35],
]);
const [source, target, arc] = [0, 899, 7];
const [u, v, w] = [0, 1, 899];
const sources = [0, 31];
const targets = [899, 35, 440];
const solver = createHierarchySolver(graph, hierarchy);
const pool = await createHierarchyPool(graph, hierarchy, { threads: 2 });
