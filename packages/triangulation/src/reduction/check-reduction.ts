import { polygonMesh, reductionRule } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { checkArray, checkNumbers, refuse } from '../common/refuse.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * Proves that `reduction` has the form that `Reduction` promises, or throws an error that names
 * what is wrong: classes and lengths of arrays, and that triangles, dead ends, corridors and nodes
 * name each other. With its mesh, also proves that levels, exits and corridors are those of the
 * mesh, and that neighbours are of one part; call `checkPolygonMesh` for the mesh itself before.
 * Lengths and widths have to be finite and at least 0; their values are not recomputed. Linear
 * time.
 *
 * @throws RangeError, and TypeError for an array of another class.
 */
export function checkReduction(reduction: Reduction, mesh?: PolygonMesh): void {
  reductionRule(reduction, 'reduction');
  if (mesh !== undefined) polygonMesh(mesh, 'mesh');
  const r = reduction;
  const { triangleCount, deadEndCount, corridorCount, nodeCount } = r;
  checkArray(r.level, Uint8Array, triangleCount, 'level');
  for (const name of ['structure', 'part', 'exit', 'position'] as const)
    checkArray(r[name], Uint32Array, triangleCount, name);
  checkArray(r.passWidth, Float64Array, 3 * triangleCount, 'passWidth');
  checkArray(r.mouth, Uint32Array, deadEndCount, 'mouth');
  checkArray(r.firstTriangle, Uint32Array, corridorCount + 1, 'firstTriangle');
  checkArray(r.corridorTriangle, Uint32Array, r.corridorTriangle?.length, 'corridorTriangle');
  checkArray(r.corridorEnd, Uint32Array, 2 * corridorCount, 'corridorEnd');
  for (const name of ['corridorLength', 'corridorWidth'] as const)
    checkArray(r[name], Float64Array, corridorCount, name);
  checkArray(r.nodeTriangle, Uint32Array, nodeCount, 'nodeTriangle');
  checkArray(r.nodeCorridor, Uint32Array, 3 * nodeCount, 'nodeCorridor');
  for (const name of ['passWidth', 'corridorLength', 'corridorWidth'] as const)
    checkNumbers(r[name], name, 0);
  checkTriangles(r);
  checkCorridors(r);
  for (let d = 0; d < deadEndCount; d++) {
    const side = r.mouth[d];
    if (side === NONE) continue;
    const t = triangleOf(side);
    if (!(t < triangleCount)) refuse(`mouth[${d}]`, side, `below ${3 * triangleCount}, or NONE`);
    if (r.level[t] !== 1 || r.structure[t] !== d || r.exit[t] !== side || r.position[t] !== 0)
      throw new RangeError(`mouth[${d}] is side ${side}, over which triangle ${t} is not left`);
  }
  for (let n = 0; n < nodeCount; n++) {
    const t = r.nodeTriangle[n];
    if (!(t < triangleCount)) refuse(`nodeTriangle[${n}]`, t, `below ${triangleCount}`);
    if (r.level[t] !== 3 || r.structure[t] !== n)
      throw new RangeError(
        `nodeTriangle[${n}] is ${t}, which has level ${r.level[t]} and structure ${r.structure[t]}`,
      );
    for (let k = 0; k < 3; k++) {
      const end = r.nodeCorridor[3 * n + k];
      if (!(end < 2 * corridorCount))
        refuse(`nodeCorridor[${3 * n + k}]`, end, `below ${2 * corridorCount}`);
      if (r.corridorEnd[end] !== 3 * t + k)
        refuse(`corridorEnd[${end}]`, r.corridorEnd[end], `${3 * t + k}, a side of node ${n}`);
    }
  }
  if (mesh) checkAgainst(r, mesh);
}

function checkTriangles(r: Reduction): void {
  const counts = [0, r.deadEndCount, r.corridorCount, r.nodeCount];
  for (let t = 0; t < r.triangleCount; t++) {
    const [level, structure, exit, position] = [
      r.level[t],
      r.structure[t],
      r.exit[t],
      r.position[t],
    ];
    if (level > 3) refuse(`level[${t}]`, level, '0 to 3');
    if (level === 0 ? structure !== NONE : !(structure < counts[level]))
      refuse(`structure[${t}]`, structure, level === 0 ? NONE : `below ${counts[level]}`);
    if (!(r.part[t] < r.triangleCount)) refuse(`part[${t}]`, r.part[t], `below ${r.triangleCount}`);
    if (exit !== NONE && (level !== 1 || triangleOf(exit) !== t))
      refuse(`exit[${t}]`, exit, level === 1 ? `a side of triangle ${t}, or NONE` : NONE);
    const most = level === 1 ? r.triangleCount : level === 2 ? r.corridorTriangle.length : 1;
    if (!(position < most)) refuse(`position[${t}]`, position, `below ${most}`);
    if (level === 2 && r.corridorTriangle[position] !== t)
      refuse(`corridorTriangle[${position}]`, r.corridorTriangle[position], t);
    if (level === 3 && r.nodeTriangle[structure] !== t)
      refuse(`nodeTriangle[${structure}]`, r.nodeTriangle[structure], t);
  }
}

function checkCorridors(r: Reduction): void {
  const { corridorCount, firstTriangle, corridorTriangle, corridorEnd, triangleCount } = r;
  if (firstTriangle[0] !== 0) refuse('firstTriangle[0]', firstTriangle[0], 0);
  for (let c = 0; c < corridorCount; c++) {
    const [first, end] = [firstTriangle[c], firstTriangle[c + 1]];
    if (end < first || end > corridorTriangle.length)
      refuse(`firstTriangle[${c + 1}]`, end, `${first} to ${corridorTriangle.length}`);
    for (let i = first; i < end; i++) {
      const t = corridorTriangle[i];
      if (!(t < triangleCount)) refuse(`corridorTriangle[${i}]`, t, `below ${triangleCount}`);
      if (r.level[t] !== 2 || r.structure[t] !== c || r.position[t] !== i)
        throw new RangeError(
          `corridorTriangle[${i}] is ${t}, which has level ${r.level[t]}, structure ` +
            `${r.structure[t]} and position ${r.position[t]}`,
        );
    }
    const ends = [corridorEnd[2 * c], corridorEnd[2 * c + 1]];
    if (ends[0] === NONE && ends[1] === NONE && end > first) continue;
    for (const i of [2 * c, 2 * c + 1]) {
      const side = corridorEnd[i];
      const t = triangleOf(side);
      if (!(t < triangleCount)) refuse(`corridorEnd[${i}]`, side, `below ${3 * triangleCount}`);
      const at = 3 * r.structure[t] + (side % 3);
      if (r.level[t] !== 3) refuse(`the level of triangle ${t}, corridorEnd[${i}]`, r.level[t], 3);
      if (r.nodeCorridor[at] !== i) refuse(`nodeCorridor[${at}]`, r.nodeCorridor[at], i);
    }
  }
  if (firstTriangle[corridorCount] !== corridorTriangle.length)
    refuse(
      `firstTriangle[${corridorCount}]`,
      firstTriangle[corridorCount],
      corridorTriangle.length,
    );
}

function checkAgainst(r: Reduction, { polygonCount, firstSide, twin }: PolygonMesh): void {
  if (r.triangleCount !== polygonCount) refuse('triangleCount', r.triangleCount, polygonCount);
  for (let t = 0; t < polygonCount; t++) {
    if (firstSide[t + 1] !== 3 * t + 3) refuse(`firstSide[${t + 1}]`, firstSide[t + 1], 3 * t + 3);
    let open = 0;
    let inCore = 0;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      const across = twin[s];
      if (across === NONE) continue;
      const q = triangleOf(across);
      open++;
      if (r.level[q] >= 2) inCore++;
      if (r.part[q] !== r.part[t])
        throw new RangeError(`triangles ${t} and ${q} are neighbours in two parts`);
      // all open sides of a dead end's triangle but its exit lead deeper into the dead end
      if (r.level[t] === 1 && s !== r.exit[t] && (r.level[q] !== 1 || r.exit[q] !== across))
        throw new RangeError(`triangle ${t} of a dead end leads on to triangle ${q}`);
    }
    const level = r.level[t];
    if (level >= 2 ? inCore !== level : (level === 0) !== (open === 0))
      throw new RangeError(
        `triangle ${t} has level ${level}, ${open} open sides and ${inCore} neighbours outside ` +
          'dead ends',
      );
    const exit = r.exit[t];
    if (level !== 1) continue;
    const q = exit === NONE ? NONE : twin[exit];
    if (exit !== NONE && q === NONE) refuse(`twin[${exit}]`, q, `what triangle ${t} is left to`);
    const next = triangleOf(q);
    const isDeeper = exit !== NONE && r.level[next] === 1;
    if (isDeeper ? r.structure[next] !== r.structure[t] : r.mouth[r.structure[t]] !== exit)
      throw new RangeError(`triangle ${t} leaves its dead end ${r.structure[t]} over side ${exit}`);
    const place = isDeeper ? r.position[next] + 1 : 0;
    if (r.position[t] !== place) refuse(`position[${t}]`, r.position[t], place);
  }
  for (let c = 0; c < r.corridorCount; c++) {
    const list = r.corridorTriangle.subarray(r.firstTriangle[c], r.firstTriangle[c + 1]);
    const [from, to] = [r.corridorEnd[2 * c], r.corridorEnd[2 * c + 1]];
    // from each triangle to the next, over a side other than the one entered by
    const isRing = from === NONE;
    let came = isRing ? NONE : twin[from];
    if (!isRing && came === NONE) refuse(`twin[${from}]`, NONE, `a side into corridor ${c}`);
    for (let i = 0; i < list.length; i++) {
      const t = list[i];
      if (came !== NONE && triangleOf(came) !== t)
        refuse(`triangle ${i} of corridor ${c}`, t, triangleOf(came));
      const isLast = i + 1 === list.length;
      const target = isLast ? (isRing ? list[0] : triangleOf(to)) : list[i + 1];
      let next = NONE;
      for (let s = 3 * t; s < 3 * t + 3; s++)
        if (s !== came && twin[s] !== NONE && triangleOf(twin[s]) === target) next = s;
      if (next === NONE)
        throw new RangeError(`corridor ${c} has no side from triangle ${t} to triangle ${target}`);
      came = twin[next];
    }
    if (!isRing && came !== to) refuse(`corridorEnd[${2 * c + 1}]`, to, came);
  }
}
