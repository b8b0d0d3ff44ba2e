// How a call runs, and the pages for maintainers: ARCHITECTURE.md.
export { benchProblem, type BenchProblemOptions, type ProblemResult } from './run/bench-problem.ts';
export { main } from './main.ts';
export { builtInProblems, type BuiltInOptions, readTown } from './run/problems/built-in.ts';
export { readDimacs, readDimacsReference } from './run/problems/dimacs.ts';
export { readMap, readMovingAi } from './run/problems/movingai.ts';
export { type Problem, type Published, thinQueries } from './run/problems/problem.ts';
export { anyPairs } from './run/problems/any-pairs.ts';
export { formatCsv } from './report/csv.ts';
export { formatProblemHead, formatProblemTable } from './report/problem-table.ts';
export type * from './report/report.ts';
export { checkResults, readResults, readResultsSchema } from './report/results/check-results.ts';
export type * from './report/results/results.ts';
export { chooseSolvers, type Choice } from './run/solvers/choose.ts';
export type { Answer, BenchSolver, BuiltSolver } from './run/solvers/solver.ts';
