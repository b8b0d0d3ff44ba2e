#!/usr/bin/env node
import { EXIT_UNUSABLE, main } from './main.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `wayfield-bench | head` closes the pipe early: nobody wants to know
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`wayfield-bench: cannot write to stdout: ${error.message}\n`);
  process.exit(EXIT_UNUSABLE);
});
// without stderr there is no place to say anything
process.stderr.on('error', () => undefined);

process.exitCode = await main(process.argv.slice(2));
