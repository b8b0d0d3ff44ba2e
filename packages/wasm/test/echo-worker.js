import { serveThread } from '@wayfield/wasm';

/** Milliseconds that this thread takes longer, from when it is told so. */
let slower = 0;
let begun = false;

serveThread(({ say, ms = 0, slow = slower, exit, later = false }) => {
  if (later) return sayLater(say);
  slower = slow;
  for (const from = performance.now(); performance.now() - from < ms + slower;);
  // threads that wait for one that ended, until they are stopped
  if (exit === 'others') Atomics.wait(new Int32Array(say), 0, 0);
  if (typeof exit === 'number') process.exit(exit);
  if (say < 0) throw new RangeError(`${say} is below 0`);
  const first = !begun;
  begun = true;
  return { type: 'said', say: say + 1, first };
});

async function sayLater(say) {
  await new Promise((resolve) => setTimeout(resolve, 1));
  if (say < 0) throw new RangeError(`${say} is below 0`);
  // a function cannot be posted
  if (say === 0) return { type: 'said', say: () => 1, first: false };
  return { type: 'said', say: say + 1, first: false };
}
