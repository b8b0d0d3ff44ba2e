// The shaders of the WebGPU surface. Every draw call has a uniform `Draw` of its own (80 bytes).

const DRAW = /* wgsl */ `
struct Draw {
  centre: vec2f,
  // world units to clip space
  zoom: vec2f,
  // pixels of the canvas to clip space
  pixel: vec2f,
  size: f32,
  phase: f32,
  words: vec4u,
  numbers: vec4f,
  colour: vec4f,
}
@group(0) @binding(0) var<uniform> draw: Draw;

fn clip(world: vec2f) -> vec2f {
  return (world - draw.centre) * draw.zoom;
}

// colours are mixed with what is there by their alpha
fn mixed(colour: vec4f, alpha: f32) -> vec4f {
  return vec4f(colour.rgb * alpha, alpha);
}
fn paint(word: u32) -> vec4f {
  let colour = unpack4x8unorm(word);
  return mixed(colour, colour.a);
}

// corners of two triangles, -1 to 1
fn corner(i: u32) -> vec2f {
  let right = ((0x34u >> i) & 1u) == 1u;
  let below = ((0x26u >> i) & 1u) == 1u;
  return vec2f(select(-1.0, 1.0, right), select(-1.0, 1.0, below));
}
`;

/**
 * Cells of a map, each in a colour of `palette`. `words`: width, height of the map; `numbers`: x, y
 * of its corner.
 */
const MAP: string = /* wgsl */ `${DRAW}
@group(0) @binding(2) var<storage, read> palette: array<u32>;

struct Corner { @builtin(position) position: vec4f, @location(0) cell: vec2f }

@vertex fn vertex(@builtin(vertex_index) i: u32) -> Corner {
  let cell = (corner(i) * 0.5 + 0.5) * vec2f(draw.words.xy);
  return Corner(vec4f(clip(cell + draw.numbers.xy), 0, 1), cell);
}

fn cellOf(corner: Corner) -> vec2u {
  return vec2u(clamp(corner.cell, vec2f(0), vec2f(draw.words.xy) - 1));
}
`;

const RASTER: string = /* wgsl */ `${MAP}
@group(0) @binding(1) var<storage, read> cells: array<u32>;

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  let at = cellOf(corner);
  let cell = at.y * draw.words.x + at.x;
  return paint(palette[(cells[cell / 4] >> (8 * (cell & 3))) & 255u]);
}
`;

/**
 * As MAP; `words` also has the pitch in vectors and 1 for precision 'log', `numbers` top and fade.
 */
const FIELD: string = /* wgsl */ `${MAP}
@group(0) @binding(1) var<storage, read> field: array<vec4u>;

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  let at = cellOf(corner);
  let vector = at.y * draw.words.z + at.x / 4;
  var bits = 0.0;
  var value = 0.0;
  if (draw.words.w == 1u) {
    value = bitcast<f32>(field[2 * vector][at.x & 3]);
    bits = log2(max(value, 1e-38)) + 96.0 * f32(bitcast<i32>(field[2 * vector + 1][at.x & 3]));
  } else {
    value = bitcast<f32>(field[vector][at.x & 3]);
    bits = log2(max(value, 1e-38));
  }
  let depth = max(0.0, draw.numbers.z - bits);
  let level = 1u + u32(254.0 * draw.numbers.w / (depth + draw.numbers.w));
  return paint(palette[select(0u, level, value > 0.0)]);
}
`;

/**
 * `words`: width of the map, number of colours, number of cells that are shown; `size`: radius in
 * pixels of the canvas. Entry point `cells`: agents between two cells of a map; `points`: anywhere.
 */
const AGENTS: string = /* wgsl */ `${DRAW}
@group(0) @binding(1) var<storage, read> earlier: array<u32>;
@group(0) @binding(2) var<storage, read> now: array<u32>;
@group(0) @binding(3) var<storage, read> colours: array<u32>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) offset: vec2f,
  @location(1) @interpolate(flat) colour: u32,
}

fn at(world: vec2f, i: u32, agent: u32) -> Corner {
  let offset = corner(i);
  let place = clip(world) + offset * (draw.size + 0.5) * draw.pixel;
  return Corner(vec4f(place, 0, 1), offset * (draw.size + 0.5), colours[agent % draw.words.y]);
}

fn middle(cell: u32) -> vec2f {
  return vec2f(f32(cell % draw.words.x) + 0.5, f32(cell / draw.words.x) + 0.5);
}

@vertex fn cells(@builtin(vertex_index) i: u32, @builtin(instance_index) agent: u32) -> Corner {
  let here = middle(now[agent]);
  let before = middle(earlier[agent]);
  // further than a step: it did not walk there
  let walked = all(abs(before - here) < vec2f(1.5));
  var shown = at(select(here, mix(before, here, draw.phase), walked), i, agent);
  // all corners in one place beside the picture
  if (now[agent] >= draw.words.z) { shown.position = vec4f(2, 2, 0, 1); }
  return shown;
}

@vertex fn points(@builtin(vertex_index) i: u32, @builtin(instance_index) agent: u32) -> Corner {
  return at(vec2f(bitcast<f32>(now[2 * agent]), bitcast<f32>(now[2 * agent + 1])), i, agent);
}

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  let edge = clamp(draw.size + 0.5 - length(corner.offset), 0.0, 1.0);
  // a disc of a pixel or two would fade away
  let colour = unpack4x8unorm(corner.colour);
  return mixed(colour, colour.a * select(edge, 1.0, draw.size < 1.0));
}
`;

/** Seven numbers per triangle: three corners and a colour. One instance draws all triangles. */
const TRIANGLES: string = /* wgsl */ `${DRAW}
@group(0) @binding(1) var<storage, read> pieces: array<f32>;
@group(0) @binding(2) var<storage, read> palette: array<u32>;

struct Corner { @builtin(position) position: vec4f, @location(0) @interpolate(flat) colour: u32 }

@vertex fn vertex(@builtin(vertex_index) i: u32) -> Corner {
  let piece = 7 * (i / 3);
  let at = piece + 2 * (i % 3);
  let place = clip(vec2f(pieces[at], pieces[at + 1]));
  return Corner(vec4f(place, 0, 1), palette[u32(pieces[piece + 6])]);
}

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  return paint(corner.colour);
}
`;

/**
 * `size`: half the width in pixels of the canvas. Entry point `lines`: between given points;
 * `links`: between the centres of discs. `words`: the entries of `data` where x and y begin.
 */
const LINES: string = /* wgsl */ `${DRAW}
@group(0) @binding(1) var<storage, read> pieces: array<vec4f>;
@group(0) @binding(2) var<storage, read> data: array<f32>;
@group(0) @binding(3) var<storage, read> pairs: array<vec2u>;

struct Corner {
  @builtin(position) position: vec4f,
  // pixels along and across, and how long the piece is
  @location(0) offset: vec2f,
  @location(1) @interpolate(flat) along: f32,
}

fn between(tail: vec2f, head: vec2f, i: u32) -> Corner {
  let a = clip(tail) / draw.pixel;
  let b = clip(head) / draw.pixel;
  let along = distance(a, b);
  let direction = select(vec2f(1, 0), (b - a) / along, along > 1e-6);
  let side = vec2f(-direction.y, direction.x);
  let reach = draw.size + 0.5;
  let c = corner(i);
  let offset = vec2f(select(-reach, along + reach, c.x > 0), c.y * reach);
  let place = (a + direction * offset.x + side * offset.y) * draw.pixel;
  return Corner(vec4f(place, 0, 1), offset, along);
}

@vertex fn lines(@builtin(vertex_index) i: u32, @builtin(instance_index) piece: u32) -> Corner {
  return between(pieces[piece].xy, pieces[piece].zw, i);
}

fn middle(disc: u32) -> vec2f {
  return vec2f(data[draw.words.x + disc], data[draw.words.y + disc]);
}

@vertex fn links(@builtin(vertex_index) i: u32, @builtin(instance_index) link: u32) -> Corner {
  return between(middle(pairs[link].x), middle(pairs[link].y), i);
}

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  let beyond = corner.offset.x - clamp(corner.offset.x, 0.0, corner.along);
  let edge = clamp(draw.size + 0.5 - length(vec2f(beyond, corner.offset.y)), 0.0, 1.0);
  return mixed(draw.colour, draw.colour.a * edge);
}
`;

/**
 * `words`: the entries where x, y, radius and touches begin; `numbers`: the least radius in pixels
 * of the canvas, pixels per world unit, number of colours.
 */
const DISCS: string = /* wgsl */ `${DRAW}
@group(0) @binding(1) var<storage, read> data: array<f32>;
@group(0) @binding(2) var<storage, read> touches: array<u32>;
@group(0) @binding(3) var<storage, read> colours: array<u32>;

struct Corner {
  @builtin(position) position: vec4f,
  @location(0) offset: vec2f,
  @location(1) @interpolate(flat) radius: f32,
  @location(2) @interpolate(flat) colour: vec4f,
}

@vertex fn vertex(@builtin(vertex_index) i: u32, @builtin(instance_index) disc: u32) -> Corner {
  let place = vec2f(data[draw.words.x + disc], data[draw.words.y + disc]);
  let exact = data[draw.words.z + disc] * draw.numbers.y;
  let radius = max(exact, draw.numbers.x);
  let level = min(touches[draw.words.w + disc], u32(draw.numbers.z) - 1u);
  var colour = unpack4x8unorm(colours[level]);
  // what is drawn larger than it is must not cover more than it does
  colour.a *= clamp(exact * exact / (radius * radius), 0.25, 1.0);
  let offset = corner(i) * (radius + 0.5);
  return Corner(vec4f(clip(place) + offset * draw.pixel, 0, 1), offset, radius, colour);
}

@fragment fn fragment(corner: Corner) -> @location(0) vec4f {
  let edge = clamp(corner.radius + 0.5 - length(corner.offset), 0.0, 1.0);
  return mixed(corner.colour, corner.colour.a * select(edge, 1.0, corner.radius < 1.0));
}
`;

/** The draws: code and vertex entry point of each. */
export const DRAWS = {
  raster: { code: RASTER, vertex: 'vertex' },
  field: { code: FIELD, vertex: 'vertex' },
  cells: { code: AGENTS, vertex: 'cells' },
  points: { code: AGENTS, vertex: 'points' },
  triangles: { code: TRIANGLES, vertex: 'vertex' },
  lines: { code: LINES, vertex: 'lines' },
  links: { code: LINES, vertex: 'links' },
  discs: { code: DISCS, vertex: 'vertex' },
} as const;

export type DrawName = keyof typeof DRAWS;
