// The nearest agents of each agent, one invocation per place: by (square of the distance in f32,
// slot), among those within the neighbour distance, in a group of the mask and on the storey.
//
// The square is rounded as by `squareBetween` in assembly/near/quick.ts: the differences of the
// positions are rounded to f32, then squared and added in f32. So both backends get the same
// squares, and order equal ones by slot.
//
// Lists of up to 16 entries are kept in registers: an array that is indexed by a variable would lie
// in memory. The insertion is therefore written out for each entry. The list stays sorted, the
// nearest first.
import { opaqueWgsl, splitProductWgsl } from '../numbers/opaque.wgsl.ts';
import { cellsWgsl, sceneWgsl } from '../scene.wgsl.ts';
import { TRAITS } from '../state/words.ts';

/** Entries of a list that is kept in registers; longer ones are insertion sorts in an array. */
const IN_REGISTERS = 16;

const each = (count: number, text: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => text(i)).join('\n');

/** Declares `insert`, `worst` and the list of `most` entries. */
function listWgsl(most: number): string {
  if (most > IN_REGISTERS) {
    return /* wgsl */ `
var<private> squares: array<f32, ${most}>;
var<private> slots: array<u32, ${most}>;
var<private> found: array<u32, ${most}>;
fn insert(square: f32, slot: u32, place: u32) {
  var at = size;
  if (size == limit) { at = limit - 1u; } else { size++; }
  // Bound: the entries of the list.
  while (at > 0u) {
    let b = squares[at - 1u];
    if (b < square || (b == square && slots[at - 1u] < slot)) { break; }
    squares[at] = b;
    slots[at] = slots[at - 1u];
    found[at] = found[at - 1u];
    at--;
  }
  squares[at] = square;
  slots[at] = slot;
  found[at] = place;
  if (size == limit) {
    worst = squares[limit - 1u];
    worstSlot = slots[limit - 1u];
  }
}
fn clearList() {}
fn putList(place: u32) {
  for (var i = 0u; i < size; i++) { near[i * scene.capacity + place] = found[i]; }
}
`;
  }
  return /* wgsl */ `
${each(most, (i) => `var<private> d${i}: f32; var<private> s${i}: u32; var<private> p${i}: u32;`)}
fn insert(square: f32, slot: u32, place: u32) {
  var d = square;
  var s = slot;
  var p = place;
  size = min(size + 1u, limit);
${each(most, (i) => {
  const keep = `d < d${i} || (d == d${i} && s < s${i})`;
  return `  if (${keep}) {
    let square${i} = d; d = d${i}; d${i} = square${i};
    let slot${i} = s; s = s${i}; s${i} = slot${i};
    let place${i} = p; p = p${i}; p${i} = place${i};
  }`;
})}
  if (size < limit) { return; }
${each(most, (i) => `  if (limit == ${i + 1}u) { worst = d${i}; worstSlot = s${i}; }`)}
}
fn clearList() {
${each(most, (i) => `  d${i} = FAR; s${i} = 0xffffffffu;`)}
}
fn putList(place: u32) {
${each(most, (i) => `  if (size > ${i}u) { near[${i}u * scene.capacity + place] = p${i}; }`)}
}
`;
}

const near = /* wgsl */ `
override WG: u32 = 64;
const FAR = 0x1p126f;
@group(0) @binding(1) var<storage, read> plan: Plan;
@group(0) @binding(2) var<storage, read> cells: array<u32>;
@group(0) @binding(3) var<storage, read> places: array<vec4f>;
@group(0) @binding(4) var<storage, read> traits: array<u32>;
// entry k of the list of a place is at k * capacity + place
@group(0) @binding(5) var<storage, read_write> near: array<u32>;
// the lengths of the lists, written over the ranks of agents in their cells
@group(0) @binding(6) var<storage, read_write> sizes: array<u32>;

var<private> size: u32;
var<private> limit: u32;
// the square and the slot beyond which no agent is a neighbour: of a full list those of its last
// entry, else the square of the neighbour distance
var<private> worst: f32;
var<private> worstSlot: u32;

/** a - b of coordinates in two parts, with an error of 2^-48, then rounded to f32. */
fn apart(a: vec2f, b: vec2f) -> f32 {
  let s = opaque(a.x - b.x);
  let error = select(a.x - (s + b.x), -b.x - (s - a.x), abs(a.x) >= abs(b.x));
  return s + (error + (a.y - b.y));
}

/** The largest f32 that is not above d * d. */
fn squareBelow(d: f32) -> f32 {
  let p = opaque(d * d);
  return select(p, bitcast<f32>(bitcast<u32>(p) - 1u), productError(d, d, p) < 0f && p > 0f);
}

fn scanCells(own: u32, at: vec4f, mask: u32, storey: u32, row: i32, first: i32, last: i32) {
  var left = u32(last - first + 1);
  var key = keyOf(first, row);
  // Bound: two runs, because rows are shorter than the table.
  while (left > 0u) {
    let run = min(left, scene.cells - key);
    let end = cells[key + run];
    for (var j = cells[key]; j < end; j++) {
      let other = places[j];
      let dx = apart(other.xz, at.xz);
      let dy = apart(other.yw, at.yw);
      let square = opaque(dx * dx) + opaque(dy * dy);
      if (square > worst || j == own) { continue; }
      let facts = bitcast<vec4u>(places[2u * scene.capacity + j]);
      if ((mask & facts.y) == 0u || (facts.w & 0xffffu) != storey) { continue; }
      if (square == worst && size == limit && facts.x > worstSlot) { continue; }
      insert(square, facts.x, j);
    }
    left -= run;
    key = 0u;
  }
}

@compute @workgroup_size(WG)
fn findNear(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var place = id.x; place < cells[scene.cells]; place += groups.x * WG) {
    let at = places[place];
    let facts = bitcast<vec4u>(places[2u * scene.capacity + place]);
    let t = ${TRAITS}u * facts.x;
    let distance = bitcast<f32>(traits[t + 4u]);
    limit = (traits[t + 8u] >> 16u) & 255u;
    size = 0u;
    if (limit == 0u) {
      sizes[place] = 0u;
      continue;
    }
    clearList();
    worst = squareBelow(distance);
    worstSlot = 0xffffffffu;
    let q = quotient(at, plan.perUnit);
    let doubt = doubtOf(q);
    let column = lineOf(q.x);
    let row = lineOf(q.y);
    let storey = facts.w & 0xffffu;
    for (var y = -1; y <= 1; y++) {
      scanCells(place, at, facts.z, storey, row + y, column - 1, column + 1);
    }
    // inside: a lower bound on the distance of agents outside the block of nine cells
    let f = q - vec2f(vec2i(column, row));
    let free = min(f, 1f - f) + 1f - 2f * doubt;
    let inside = max(min(free.x, free.y), 0f) * plan.side;
    if (worst >= inside * inside * (1f - 0x1p-20f)) {
      let wide = sqrt(worst) * plan.perUnit * (1f + 0x1p-18f) + 2f * doubt.y;
      let low = lineOf(q.y - wide);
      let high = lineOf(q.y + wide);
      for (var r = low; r <= high; r++) {
        let now = sqrt(worst) * plan.perUnit * (1f + 0x1p-18f) + 2f * doubt.x;
        let first = lineOf(q.x - now);
        let last = lineOf(q.x + now);
        let beside = abs(r - row) <= 1;
        // two parts of the row, left and right of the block, or the whole row
        for (var part = 0; part < select(1, 2, beside); part++) {
          var begins = first;
          var ends = last;
          if (beside && part == 0) { ends = column - 2; }
          if (beside && part == 1) { begins = column + 2; }
          if (begins <= ends) { scanCells(place, at, facts.z, storey, r, begins, ends); }
        }
      }
    }
    sizes[place] = size;
    putList(place);
  }
}
`;

/** The kernel `findNear` for lists of at most `most` entries. */
export function nearWgsl(most: number): string {
  return sceneWgsl + cellsWgsl + opaqueWgsl + splitProductWgsl + listWgsl(most) + near;
}
