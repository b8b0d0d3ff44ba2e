// Where to change what: main.ts lists the commands. run/ holds what all subjects share: problems/
// and data/ (input), solvers/, peers/ (its index.ts says how to add a library), check/ (which
// answers are right), statistics/ (turns, intervals, ratios), study/ (published tables beside
// ours), ratios/ (what CI refuses), commands/. grids/ roads/ gpu/ fields/ bodies/ meshes/ hold one
// subject each: its command, measure/, tables/, peers/ (libraries, and our plain programs beside
// them), study/ (printed values in tables.ts, units in units.ts, rivals in rivals.ts). report/ has
// results.json, its documents (docs.ts) and its page (pages/page.ts).
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
