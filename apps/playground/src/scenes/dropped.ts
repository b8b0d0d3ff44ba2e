// Files that were dropped on the page, as scenes keep them.
import type { Settings } from '../common/settings.ts';
import { askMap } from './maps/ask-map.ts';
import { type CrowdMap, sizeOf } from './maps/make-map.ts';
import type { SceneHost } from './scene.ts';

/**
 * Begins with a file where there is one; where it cannot be read, that is told, `forget` is called,
 * and what is made up takes its place.
 */
export async function beginWith<Dropped extends { readonly name: string }, Begun>(
  host: Pick<SceneHost, 'notice'>,
  file: Dropped | undefined,
  forget: () => void,
  begin: (file?: Dropped) => Promise<Begun>,
): Promise<Begun> {
  if (!file) return begin();
  try {
    return await begin(file);
  } catch (error) {
    forget();
    const reason = error instanceof Error ? error.message : String(error);
    host.notice({ kind: 'error', text: `${file.name} could not be read: ${reason}` });
    return begin();
  }
}

export interface MapSource {
  /** The file that the last map is of; undefined where the settings made it. */
  readonly name: string | undefined;
  /** The map of these settings, or of the file that was dropped under the same ones. */
  ask(settings: Settings): Promise<CrowdMap>;
  /** Keeps a file for the next map; refuses in words what it cannot read. */
  open(file: File, settings: Settings): Promise<void>;
}

/** Maps of cells of a scene: one that was dropped stays until another one is chosen. */
export function createMapSource(): MapSource {
  let dropped: { name: string; text: string; settings: string } | undefined;
  const chosen = (settings: Settings): string => `${settings['map']} ${sizeOf(settings)}`;
  return {
    get name() {
      return dropped?.name;
    },
    ask(settings) {
      if (dropped && dropped.settings !== chosen(settings)) dropped = undefined;
      const { map, seed } = settings;
      return askMap(String(map), sizeOf(settings), Number(seed), dropped?.text);
    },
    async open(file, settings) {
      const text = await file.text();
      await askMap('', '', Number(settings['seed']), text);
      dropped = { name: file.name, text, settings: chosen(settings) };
    },
  };
}
