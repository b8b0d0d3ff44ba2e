export { sameArray } from './arrays.ts';
export { dataDir } from './data.ts';
export { type TarFile, untar } from './untar.ts';
export { refuses } from './refuses.ts';
