// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. For their pools of threads: a batch of queries in ranges, one per thread.
export { joinRoutes, rangeOf } from '../threads/ranges.ts';
