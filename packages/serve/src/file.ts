export { readRoutingFile, type ReadRoutingOptions } from './server/read-file.ts';
