import { buildGrid, buildQueries } from '@wayfield/graph';
const grid = buildGrid({ width: 64, height: 64 });
const queries = buildQueries([
  [0, 4095],
  [64, 200],
]);
const cell = 100;
