// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. A batch of queries in ranges, one per thread.
export { joinRoutes, rangeOf } from '../threads/ranges.ts';
