// `pnpm bench [arguments]`: the bench program with these arguments. Without a command among them,
// as in `pnpm bench --report DIR`, it repeats the five studies: in their quick form, with a report
// in bench-report/, where the arguments say nothing else.
import { spawnSync } from 'node:child_process';
import { pathToFileURL, fileURLToPath } from 'node:url';

/** Arguments that ask for the program itself, not for a study. */
const ABOUT = ['-h', '--help', '-V', '--version'];

/** What the program is called with. */
export function programArguments(args) {
  const [first] = args;
  if (first !== undefined && (!first.startsWith('-') || ABOUT.includes(first))) return args;
  const has = (name) => args.some((one) => one === name || one.startsWith(`${name}=`));
  return [
    'study',
    'all',
    ...(has('--full') || has('--quick') || has('--tiny') ? [] : ['--quick']),
    ...(has('--report') ? [] : ['--report', 'bench-report']),
    ...args,
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const program = fileURLToPath(new URL('../packages/bench/dist/cli.js', import.meta.url));
  const args = programArguments(process.argv.slice(2));
  const { status, error } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
}
