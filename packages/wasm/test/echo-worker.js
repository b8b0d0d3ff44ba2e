import { serveThread } from '@wayfield/wasm';

serveThread(({ say }) => {
  if (say < 0) throw new RangeError(`${say} is below 0`);
  return { type: 'said', say: say + 1 };
});
