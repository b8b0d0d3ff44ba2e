#!/usr/bin/env node
import { main } from './main.ts';
import { endWithPipe } from './run/program.ts';

endWithPipe('wayfield-bench');
process.exitCode = await main(process.argv.slice(2));
