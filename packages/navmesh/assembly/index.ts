export { meshBind } from './mesh';
export {
  pathTurns,
  pathWrite,
  searchBegin,
  searchBind,
  searchExpanded,
  searchExpandStart,
  searchPushed,
  searchRun,
  searchStart,
  searchTarget,
} from './polyanya';
