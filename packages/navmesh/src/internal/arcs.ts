// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Paths of discs as straight pieces.
export { flattenArcs } from '../geometry/arc-path.ts';
