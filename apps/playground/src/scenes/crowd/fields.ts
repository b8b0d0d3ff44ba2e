// The functions of the worker that computes the headings of all goals, for a crowd on the GPU.
import type { Diffusion } from '@wayfield/diffusion';
import { openField } from './walk.ts';
import { cellsOf, type Goal, type World } from './worlds.ts';

let ground: { readonly world: World; readonly fields: readonly Diffusion[] } | undefined;

function headings(goals: readonly Goal[]): Float32Array {
  if (!ground) throw new Error('the fields were not begun');
  const { world, fields } = ground;
  const size = 2 * world.terrain.length;
  const all = new Float32Array(size * fields.length);
  for (const [i, field] of fields.entries()) {
    field.setGoals('goal', { cell: cellsOf(world, goals[i]) });
    field.settle();
    field.headings('goal', all.subarray(size * i, size * (i + 1)));
  }
  return all;
}

/** Two numbers per cell, goal by goal. */
export const fieldFunctions = {
  begin(world: World): Float32Array {
    for (const field of ground?.fields ?? []) field.destroy();
    const fields = world.goals.map((goal) => openField(world, cellsOf(world, goal)));
    ground = { world, fields };
    return headings(world.goals);
  },
  change(cells: Uint32Array, values: Float32Array, goals: readonly Goal[]): Float32Array {
    if (ground && cells.length > 0) {
      for (const [i, cell] of cells.entries()) ground.world.terrain[cell] = values[i];
      for (const field of ground.fields) field.setTerrain(cells, values);
    }
    return headings(goals);
  },
};
