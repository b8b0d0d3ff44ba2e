#!/usr/bin/env node
import { endWithPipe } from '@wayfield/bench/internal/run/program';
import { main } from './main.ts';

endWithPipe('targets');
process.exitCode = await main(process.argv.slice(2));
