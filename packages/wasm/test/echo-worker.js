import { serveThread } from '@wayfield/wasm';

serveThread(({ say, ms = 0 }) => {
  if (say < 0) throw new RangeError(`${say} is below 0`);
  for (const begun = performance.now(); performance.now() - begun < ms;);
  return { type: 'said', say: say + 1 };
});
