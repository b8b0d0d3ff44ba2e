#!/usr/bin/env node
import { reasonOf } from './input-error.ts';
import { EXIT_UNUSABLE, main } from './main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `wayfield route … | head` closes the pipe early, which is no error
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`wayfield: cannot write to stdout: ${reasonOf(error)}\n`);
  process.exit(EXIT_UNUSABLE);
});
// without stderr there is no place to say anything
process.stderr.on('error', () => undefined);

const code = await main(process.argv.slice(2));
process.exitCode ??= code;
