export { createWasmSolver } from './solver.js';
//# sourceMappingURL=index.js.map