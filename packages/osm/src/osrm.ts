export { OSRM_PROFILES } from './osrm/profiles.ts';
