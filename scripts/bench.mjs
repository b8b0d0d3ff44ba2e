// `pnpm bench [arguments]`: the bench program with these arguments; without any, the five studies in their quick form, with a
// report in bench-report/.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ALL = ['study', 'all', '--quick', '--report', 'bench-report'];

const program = fileURLToPath(new URL('../packages/bench/dist/cli.js', import.meta.url));
const args = process.argv.slice(2);
const asked = args.length > 0 ? args : ALL;
const { status, error } = spawnSync(process.execPath, [program, ...asked], { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
