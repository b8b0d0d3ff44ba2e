import { serveThread } from '@wayfield/wasm';

/** Milliseconds that this thread takes longer, from when it is told so. */
let slower = 0;

serveThread(({ say, ms = 0, slow = slower }) => {
  slower = slow;
  for (const begun = performance.now(); performance.now() - begun < ms + slower;);
  if (say < 0) throw new RangeError(`${say} is below 0`);
  return { type: 'said', say: say + 1 };
});
