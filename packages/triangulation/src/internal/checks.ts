// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Rules of arguments, rings, and the sections and checksum of binary files.
export { openFile, type Section, writeSections } from '../formats/file-sections.ts';
export { ringsOf } from '../common/rings.ts';
export {
  bytes,
  checkEitherMesh,
  checkMeshArrays,
  checkNumbersOf,
  navMesh,
  reductionRule,
  sleeveRule,
} from '../common/rules.ts';
