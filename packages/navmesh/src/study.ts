export { createStudySearch, type StudySearchOptions } from './study/create-study-search.ts';
export {
  createKlaffenboeckSearch,
  type KlaffenboeckAnswer,
  type KlaffenboeckLimits,
  type KlaffenboeckOptions,
  type KlaffenboeckSearch,
} from './study/klaffenboeck-search.ts';
export {
  meshOfTriangles,
  readEle,
  readNode,
  readPoly,
  type TriangleElements,
  type TriangleNodes,
  type TrianglePoly,
  writeNode,
  writePoly,
  writeTriangles,
} from '@wayfield/triangulation/formats';
