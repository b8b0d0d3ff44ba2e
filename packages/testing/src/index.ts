export { sameArray } from './arrays.ts';
export { dataDir } from './data.ts';
export { checkPrinted, promisedLines, readmeProgram, runReadme } from './readme.ts';
export { refuses } from './refuses.ts';
export { type TarFile, untar } from './untar.ts';
export { type Sample, type Samples, walkExports, WRONG } from './walk-exports.ts';
