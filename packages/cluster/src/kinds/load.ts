import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtIn, findKind, type KindHead } from './built-in.ts';
import { checkKind } from './check.ts';
import type { WorkKind } from '../types.ts';

/** The kinds of work that a worker runs. */
export interface Kinds {
  readonly heads: ReadonlyMap<string, KindHead>;
  /** The kind of this name with its code; undefined: the kind is not known here. */
  load(name: string): Promise<WorkKind | undefined>;
}

/**
 * The kinds that a worker runs: those that come with the package, and all that these modules
 * export. A kind of a module replaces one of the package with its name. A module is a path or the
 * name of a package; it comes from the option `kinds` of `createWorker`, never from the database.
 */
export async function loadKinds(modules: readonly string[]): Promise<Kinds> {
  const own = new Map<string, WorkKind>();
  for (const module of modules) {
    const isPath = /^\.{1,2}[\\/]/.test(module) || isAbsolute(module);
    const address = isPath ? pathToFileURL(resolve(module)).href : module;
    const exported = (await import(address)) as Record<string, unknown>;
    const found = Object.values(exported).filter((value) => isKindLike(value));
    if (found.length === 0) throw new RangeError(`${module} exports no kind of work`);
    for (const kind of found) {
      checkKind(kind, `a kind of ${module}`);
      own.set(kind.name, kind);
    }
  }
  const heads: readonly KindHead[] = [...builtIn(), ...own.values()];
  return {
    heads: new Map(heads.map((head) => [head.name, head])),
    load: async (name) => own.get(name) ?? findKind(name),
  };
}

function isKindLike(value: unknown): value is WorkKind {
  return typeof value === 'object' && value !== null && 'plan' in value && 'run' in value;
}
