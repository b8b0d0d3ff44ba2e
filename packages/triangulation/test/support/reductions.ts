import { NONE } from '@wayfield/graph';
import * as assert from 'uvu/assert';
import type { PolygonMesh, Reduction } from '../../src/index.ts';

const owner = (side: number): number => Math.floor(side / 3);

/**
 * What a reduction says in whatever numbers: one line per triangle and per corridor; lengths apart.
 */
function lines(mesh: PolygonMesh, r: Reduction): { lines: string[]; lengths: Map<string, number> } {
  const out: string[] = [];
  const isTree = (t: number): boolean => r.mouth[r.structure[t]] === NONE;
  // a dead end by its mouth, a part by its first triangle
  const first = new Map<number, number>();
  for (let t = 0; t < r.triangleCount; t++) if (!first.has(r.part[t])) first.set(r.part[t], t);
  for (let t = 0; t < r.triangleCount; t++) {
    // which triangle is the root of a tree is anybody's choice
    const dead =
      r.level[t] !== 1
        ? ''
        : isTree(t)
          ? 'tree'
          : `${r.exit[t]} ${r.position[t]} ${r.mouth[r.structure[t]]}`;
    const widths = r.passWidth.slice(3 * t, 3 * t + 3).join();
    out.push(`${t}: ${r.level[t]} part ${first.get(r.part[t])} ${dead} ${widths}`);
  }
  const lengths = new Map<string, number>();
  for (let c = 0; c < r.corridorCount; c++) {
    let list = [...r.corridorTriangle.subarray(r.firstTriangle[c], r.firstTriangle[c + 1])];
    let [from, to] = [r.corridorEnd[2 * c], r.corridorEnd[2 * c + 1]];
    if (from === NONE) {
      const at = list.indexOf(Math.min(...list));
      list = [...list.slice(at), ...list.slice(0, at)];
      if (list.length > 2 && list[1] > list.at(-1)!)
        list = [list[0], ...list.slice(1).toReversed()];
    } else if (from > to) {
      list.reverse();
      [from, to] = [to, from];
    }
    const line = `${from} to ${to}: ${list.join()} ${r.corridorWidth[c]}`;
    out.push(line);
    lengths.set(line, r.corridorLength[c]);
  }
  for (let n = 0; n < r.nodeCount; n++)
    for (let k = 0; k < 3; k++) {
      const end = r.nodeCorridor[3 * n + k];
      assert.is(r.corridorEnd[end], 3 * r.nodeTriangle[n] + k);
      assert.is(r.structure[r.nodeTriangle[n]], n);
    }
  for (let s = 0; s < mesh.twin.length; s++)
    if (mesh.twin[s] !== NONE) assert.is(r.part[owner(s)], r.part[owner(mesh.twin[s])]);
  return { lines: out.sort(), lengths };
}

/** Whether two reductions of one mesh say the same, whatever their numbers. */
export function sameReduction(
  mesh: PolygonMesh,
  a: Reduction,
  b: Reduction,
  message: string,
): void {
  const [one, two] = [lines(mesh, a), lines(mesh, b)];
  assert.ok(
    one.lines.length === two.lines.length,
    `${message}: ${one.lines.length} lines and ${two.lines.length}`,
  );
  for (let i = 0; i < one.lines.length; i++)
    if (one.lines[i] !== two.lines[i])
      assert.unreachable(`${message}: ${one.lines[i]} is not ${two.lines[i]}`);
  for (const [line, length] of one.lengths)
    assert.ok(
      Math.abs(length - two.lengths.get(line)!) <= 1e-12 * (1 + length),
      `${message}: ${line}`,
    );
}
