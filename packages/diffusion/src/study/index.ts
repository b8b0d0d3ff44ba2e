export {
  MCMILLAN_CAP,
  MCMILLAN_PARALLEL,
  MCMILLAN_SEQUENTIAL,
  MCMILLAN_STRENGTH,
  MCMILLAN_TABLE_5_1,
  MCMILLAN_TABLE_5_3,
  mcmillanIterations,
  mcmillanOpenMap,
} from './mcmillan.ts';
export { measurePaths, type PathMeasures } from './measure-paths.ts';
