import type { SceneEntry } from './scene.ts';

/**
 * All scenes. The first is shown if the address names none. Each is loaded when it is first chosen.
 */
export const SCENES: readonly SceneEntry[] = [
  { id: 'crowd', title: 'Crowd', load: async () => (await import('./crowd/crowd.ts')).CROWD },
  { id: 'scent', title: 'Scent', load: async () => (await import('./scent/scent.ts')).SCENT },
  { id: 'grid', title: 'Searches', load: async () => (await import('./grid/grid.ts')).GRID },
  {
    id: 'agents',
    title: 'A search per agent',
    load: async () => (await import('./agents/agents.ts')).AGENTS,
  },
  { id: 'mesh', title: 'Triangulation', load: async () => (await import('./mesh/mesh.ts')).MESH },
  { id: 'roads', title: 'Roads', load: async () => (await import('./roads/roads.ts')).ROADS },
  {
    id: 'collisions',
    title: 'Collisions',
    load: async () => (await import('./collisions/collisions.ts')).COLLISIONS,
  },
  {
    id: 'antelopes',
    title: 'Antelopes and Lions',
    load: async () => (await import('./antelopes/antelopes.ts')).ANTELOPES_AND_LIONS,
  },
  {
    id: 'towers',
    title: 'Tower defence',
    load: async () => (await import('./towers/towers.ts')).TOWERS,
  },
  {
    id: 'click',
    title: 'Click to move',
    load: async () => (await import('./click/click.ts')).CLICK,
  },
  {
    id: 'compare',
    title: 'Compare',
    load: async () => (await import('./compare/compare.ts')).COMPARE,
  },
];

/** The scene of that name, else the first. */
export function sceneEntry(id: string): SceneEntry {
  return SCENES.find((one) => one.id === id) ?? SCENES[0];
}
