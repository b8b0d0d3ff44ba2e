// How scenes keep files that were dropped on the page.
import type { Settings } from '../common/settings.ts';
import { askMap } from './maps/ask-map.ts';
import { type CrowdMap, sizeOf } from './maps/make-map.ts';
import type { SceneHost } from './scene.ts';

/**
 * Begins with `file`, if there is one. If the file cannot be read, adds a notice, calls `forget`,
 * and begins without a file.
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
  /** The name of the dropped file that makes the map; undefined if the settings make it. */
  readonly name: string | undefined;
  /** The map of the dropped file; of the settings if map or size has changed since the drop. */
  ask(settings: Settings): Promise<CrowdMap>;
  /** Keeps a file for the next map. Throws if it cannot be read. */
  open(file: File, settings: Settings): Promise<void>;
}

/** The maps of a scene. A dropped one stays until the settings of map or size change. */
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
