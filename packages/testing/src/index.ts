export { sameArray } from './arrays.ts';
export { dataDir } from './data.ts';
