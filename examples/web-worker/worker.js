import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildGrid } from '@wayfield/graph';

let solver;
onmessage = ({ data }) => {
  if (data.cost) solver = createWasmSolver(buildGrid(data));
  else {
    const started = performance.now();
    const { path, cost } = solver.route(data.source, data.target);
    const took = performance.now() - started;
    postMessage({ path: path.slice(), cost, took });
  }
};
