// Settings and work as a file: the scene, its settings, and what a person has painted or placed.
import type { SceneEntry } from '../scenes/scene.ts';
import type { Settings, Value, Values } from './settings.ts';

const FORMAT = 'wayfield-playground-1';

export function workFile(scene: string, settings: Settings, work: unknown): Blob {
  const text = JSON.stringify({ format: FORMAT, scene, settings, work });
  return new Blob([text], { type: 'application/json' });
}

/** Throws in words what is wrong with a file. */
export function readWork(
  text: string,
  scenes: readonly SceneEntry[],
): { entry: SceneEntry; settings: Values; work: unknown } {
  const data: unknown = JSON.parse(text);
  if (typeof data !== 'object' || data === null) throw new Error('it holds no settings');
  const { format, scene, settings, work } = data as Record<string, unknown>;
  if (format !== FORMAT) throw new Error('it is not a settings file of this page');
  const entry = scenes.find(({ id }) => id === scene);
  if (!entry) throw new Error(`there is no scene '${String(scene)}'`);
  const values = new Map(Object.entries((settings ?? {}) as Record<string, Value>));
  return { entry, settings: values, work };
}
