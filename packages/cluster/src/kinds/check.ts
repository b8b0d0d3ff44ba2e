import { callback, flag, object, optional, refuse, text, whole } from '@wayfield/check';
import type { WorkKind } from '../types.ts';

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

const aKind = object(
  {
    name: text,
    version: whole(1, 1e9),
    parallel: optional(flag),
    gpu: optional(flag),
    plan: callback,
    run: callback,
    merge: callback,
  },
  'a WorkKind',
);

/** Throws unless this is a kind of work. */
export function checkKind(kind: unknown, name: string): void {
  aKind(kind, name);
  const { name: own, gpu = false, parallel = false } = kind as WorkKind;
  if (!NAME.test(own)) refuse(`${name}.name`, own, '1 to 40 lower-case letters, digits, hyphens');
  if (gpu && !parallel) refuse(`${name}.parallel`, parallel, 'true, because gpu is');
}
