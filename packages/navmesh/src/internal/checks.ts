// For packages of Wayfield that search on meshes; no promise to programs: names and behaviour may
// change in any version. Rules of options that several searches have.
export { nearestRule, RESULT_RULES } from '../common/rules.ts';
