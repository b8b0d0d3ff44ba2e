import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildGraph,
  buildQueries,
  type Graph,
  NO_PATH,
  NOT_RUN,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import { validateRoutes } from '@wayfield/graph/validate';
import { gunzip, parseDimacsGraph } from '@wayfield/graph/formats';
import { random } from '@wayfield/graph/generators';
import { dataDir, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import { buildHierarchy, createHierarchySolver } from '../src/hierarchy.ts';
import { createWasmSolver } from '../src/index.ts';

const folder = dataDir('road');
// weights of 0, self-loops, parallel arcs, one-way streets, unused nodes; weights up to 63,730,080
const ROADS = ['graph_ballard', 'south_seattle_car', 'bremen_dist', 'bremen_time'];

const roads = suite('hierarchies of public roads');
const each = folder === undefined ? roads.skip : roads;

/** Proves the paths; that there is none where none was found is what Dijkstra's answers say. */
function validateFound(graph: Graph, { source, target }: Queries, routes: Routes): void {
  const status = routes.status.map((code) => (code === NO_PATH ? NOT_RUN : code));
  validateRoutes(graph, { count: source.length, source, target }, { ...routes, status });
}

async function load(name: string): Promise<{ graph: Graph; base: number }> {
  const arcs = parseDimacsGraph(await gunzip(readFileSync(join(folder ?? '', `${name}.gr.gz`))));
  return { graph: buildGraph(arcs), base: arcs.base };
}

for (const name of ROADS) {
  each(
    `${name}: the reference distances, and 200 queries as Dijkstra answers them, seed 17`,
    async () => {
      const { graph, base } = await load(name);
      const solver = createHierarchySolver(graph, buildHierarchy(graph));
      const rows = readFileSync(join(folder ?? '', `${name}.ref.tsv`), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => line.split('\t').map(Number));
      const known = buildQueries(rows.map(([s, t]) => [s - base, t - base] as const));
      const answers = solver.run(known);
      const distances = rows.map((row) => (row[2] < 0 ? Infinity : row[2]));
      // beyond 2^24 sums of whole numbers are rounded
      const exact = distances.every((distance) => distance === Infinity || distance <= 2 ** 24);
      if (exact) sameArray(answers.cost, distances, 'cost');

      const next = random(17);
      const some = buildQueries(
        Array.from({ length: 200 }, () => [next(graph.nodeCount), next(graph.nodeCount)] as const),
      );
      const routes = solver.run(some);
      validateFound(graph, some, routes);
      const expected = createWasmSolver(graph, { algorithm: 'dijkstra' }).run(some);
      sameArray(routes.status, expected.status, 'status');
      if (exact) return sameArray(routes.cost, expected.cost, 'cost');
      for (let i = 0; i < 200; i++) {
        const [a, b] = [routes.cost[i], expected.cost[i]];
        if (!(a === b || Math.abs(a - b) <= b * 1e-5))
          throw new Error(`cost[${i}] is ${a}, not ${b}`);
      }
    },
  );
}

roads.run();
