export { meshBind } from './mesh';
export {
  pathTurns,
  pathWrite,
  searchBegin,
  searchBind,
  searchExpanded,
  searchExpandStart,
  searchRun,
  searchStart,
  searchTarget,
} from './polyanya';
