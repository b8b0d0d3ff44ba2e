#!/usr/bin/env node
import { main } from './main.ts';

// `wayfield route … | head` closes the pipe early: no reason for a stack trace
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await main(process.argv.slice(2));
