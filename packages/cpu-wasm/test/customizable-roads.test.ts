import { validateRoutes } from '@wayfield/graph/validate';
import { dataDir, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildCustomizable, createCustomizableSolver } from '../src/customizable.ts';
import { readRoadReference } from './road-references.ts';

const roads = suite('customizable hierarchies of public roads');

/** Arcs a node at most, a tenth above what was measured. */
const GRAPHS = [
  ['amsterdam', true, 2.85],
  ['amsterdam', false, 2.9],
  ['bremen_dist', false, 2.75],
  ['bremen_time', false, 2.75],
  ['south_seattle_car', false, 8.7],
  ['graph_ballard', false, 16.2],
] as const;

roads('have few arcs and give the reference distances exactly', () => {
  const folder = dataDir('road');
  if (folder === undefined) return;
  for (const [name, coordinates, most] of GRAPHS) {
    const { graph, queries, distance } = readRoadReference(folder, name, coordinates);
    const customizable = buildCustomizable(graph);
    const perNode = customizable.arcCount / graph.nodeCount;
    assert.ok(perNode < most, `${name}: ${perNode} arcs a node`);
    for (const perfect of [false, true]) {
      const solver = createCustomizableSolver(graph, customizable, { perfect });
      const routes = solver.run(queries);
      sameArray(routes.cost, distance, `${name} with perfect ${perfect}`);
      validateRoutes(graph, queries, routes);
      solver.destroy();
    }
  }
});

roads.run();
