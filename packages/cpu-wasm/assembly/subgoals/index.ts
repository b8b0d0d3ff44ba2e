// Subgoal graphs, src/subgoals/: which cells are nodes, and what each of them and any other cell
// reaches (connect.ts, diagonals.ts); queries by hub labels of that graph (query.ts), and their
// paths (path.ts). Files by task: architecture/subgoals.md.
export { COLUMN_BYTES, LAYER_BYTES, ROW_BYTES, TRAITS_BYTES } from '../jps/layout';
export { buildClearance, buildMoves, buildSuccessors, movesBind } from '../grid/moves';
export { connectBytes, connectPoint, subgoalsBind, subgoalsLayer } from './connect';
export { diagonalsBytes } from './diagonals';
export { hierarchyArcsBind } from '../hierarchy/state';
export { hubLabelsBind } from '../hub-labels/query';
export { hubLabelsPathCreate } from '../hub-labels/path';
export { subgoalsQueryBind, subgoalsSearch, subgoalsTicks } from './query';
export { subgoalsPath, subgoalsPathAddress } from './path';
