// A sheet of SVG, written by hand. Coordinates are rounded to a tenth of a pixel, so that the same
// answers of the solvers give the same bytes. The sheet has its own light ground, so that a picture
// reads the same on a light and on a dark page.

/** Colours of all pictures: lines and text, grounds, and six kinds of things. */
export const INK = '#1f2430';
export const SOFT = '#7b8191';
export const FAINT = '#d5d8df';
export const PAPER = '#fbfbf8';
export const WALL = '#4a5060';
export const BLUE = '#2563c9';
export const ORANGE = '#d9661f';
export const GREEN = '#2f8f4e';
export const RED = '#c8323c';
export const VIOLET = '#7b4bb3';
export const YELLOW = '#f3c94b';

const FONTS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif";

const number = (value) => {
  const rounded = Math.round(value * 10) / 10;
  return String(rounded === 0 ? 0 : rounded);
};
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function attributes({ fill = 'none', stroke, width = 1, opacity, dash, cap }) {
  let text = ` fill="${fill}"`;
  if (stroke) text += ` stroke="${stroke}" stroke-width="${number(width)}"`;
  if (opacity !== undefined) text += ` opacity="${opacity}"`;
  if (dash) text += ` stroke-dasharray="${dash}"`;
  if (cap) text += ` stroke-linecap="${cap}" stroke-linejoin="${cap}"`;
  return text;
}

function textAt(x, y, text, { size, fill, anchor, weight }) {
  const style = `font-size="${size}" fill="${fill}" text-anchor="${anchor}"`;
  const bold = weight ? ` font-weight="${weight}"` : '';
  return `<text x="${number(x)}" y="${number(y)}" ${style}${bold}>${escape(text)}</text>`;
}

/** A circle of `r` pixels as a path. */
const ring = (x, y, r) =>
  `M${number(x - r)} ${number(y)}` +
  [1, -1].map((way) => `a${number(r)} ${number(r)} 0 1 0 ${number(way * 2 * r)} 0`).join('');

/** A picture of `width` x `height` pixels; `title` is what a screen reader says. */
export function createSheet(width, height, title) {
  const parts = [];
  return {
    add: (part) => parts.push(part),
    /** `anchor`: 'start', 'middle' or 'end'. */
    text(x, y, text, { size = 13, fill = INK, anchor = 'start', weight } = {}) {
      parts.push(textAt(x, y, text, { size, fill, anchor, weight }));
    },
    /** A line of small text below the picture, joined of pieces. */
    note(x, y, ...pieces) {
      this.text(x, y, pieces.join(' '), { size: 12 });
    },
    /**
     * A row of swatches, each `[style, text]`, from x on; a style without `fill` is drawn as a
     * line.
     */
    legend(x, y, entries) {
      let at = x;
      for (const [style, text] of entries) {
        const shape =
          style.stroke && !style.fill
            ? `<path d="M${number(at)} ${number(y - 4)}h18"`
            : `<rect x="${number(at + 2)}" y="${number(y - 11)}" width="14" height="12" rx="2"`;
        parts.push(`${shape}${attributes(style)}/>`);
        this.text(at + 24, y, text, { size: 12 });
        at += 24 + text.length * 6.3 + 18;
      }
    },
    panel: (box, world, options) => createPanel(parts, box, world, options),
    toString() {
      const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
      return [
        `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONTS}" role="img">`,
        `<title>${escape(title)}</title>`,
        `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>`,
        ...parts,
        '</svg>\n',
      ].join('\n');
    },
  };
}

/**
 * A part of a sheet with coordinates of its own: `world` is [minX, minY, maxX, maxY], drawn as
 * large as `box` = [x, y, width, height] allows, with y up unless `down`; `stretch` lets x and y
 * have scales of their own.
 */
function createPanel(parts, [left, top, width, height], [minX, minY, maxX, maxY], options = {}) {
  let scaleX = width / (maxX - minX);
  let scaleY = height / (maxY - minY);
  if (!options.stretch) scaleX = scaleY = Math.min(scaleX, scaleY);
  const startX = left + (width - scaleX * (maxX - minX)) / 2;
  const startY = top + (height - scaleY * (maxY - minY)) / 2;
  const px = (x) => startX + (x - minX) * scaleX;
  const py = (y) => startY + (options.down ? y - minY : maxY - y) * scaleY;
  const trail = (points, close) => {
    let d = '';
    for (let i = 0; i < points.length; i += 2)
      d += `${i === 0 ? 'M' : 'L'}${number(px(points[i]))} ${number(py(points[i + 1]))}`;
    return close ? `${d}Z` : d;
  };
  const path = (d, style) => {
    if (d !== '') parts.push(`<path d="${d}"${attributes(style)}/>`);
  };
  return {
    scale: scaleX,
    px,
    py,
    /** One line through points x, y, x, y, …. */
    line: (points, style) => path(trail(points, false), style),
    /** Many lines or rings in one style, as one element. */
    lines: (list, style) => path(list.map((points) => trail(points, false)).join(''), style),
    polygons: (list, style) => path(list.map((points) => trail(points, true)).join(''), style),
    /** Discs `[x, y, radius in world units]` in one style. */
    circles(list, style) {
      path(list.map(([x, y, r]) => ring(px(x), py(y), r * scaleX)).join(''), style);
    },
    /** Dots `[x, y]` of a size in pixels. */
    dots(list, size, style) {
      path(list.map(([x, y]) => ring(px(x), py(y), size)).join(''), style);
    },
    /** A part of a circle from `angle` on by `sweep` radians, left turns positive (y up). */
    arc({ x, y, radius, angle, sweep }, style) {
      const points = [];
      const count = Math.max(2, Math.ceil(Math.abs(sweep) * 12));
      for (let i = 0; i <= count; i++) {
        const at = angle + (sweep * i) / count;
        points.push(x + radius * Math.cos(at), y + radius * Math.sin(at));
      }
      path(trail(points, false), style);
    },
    /**
     * Cells of a grid, `fill(x, y)` = colour or undefined; runs of one colour in a row are one
     * rectangle.
     */
    cells(columns, rows, fill) {
      const byColour = new Map();
      for (let y = 0; y < rows; y++)
        for (let x = 0; x < columns;) {
          const colour = fill(x, y);
          let end = x + 1;
          while (end < columns && fill(end, y) === colour) end++;
          if (colour) {
            const [x0, y0, x1, y1] = [px(x), py(y), px(end), py(y + 1)].map(number);
            const d = `M${x0} ${y0}H${x1}V${y1}H${x0}Z`;
            byColour.set(colour, (byColour.get(colour) ?? '') + d);
          }
          x = end;
        }
      for (const [colour, d] of byColour)
        parts.push(`<path d="${d}" fill="${colour}" shape-rendering="crispEdges"/>`);
    },
    text(x, y, text, { dx = 0, dy = 4, size = 12, fill = INK, anchor = 'middle', weight } = {}) {
      parts.push(textAt(px(x) + dx, py(y) + dy, text, { size, fill, anchor, weight }));
    },
  };
}

/** A colour between those of a list of '#rrggbb', `share` from 0 to 1. */
export function mix(colours, share) {
  const at = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const i = Math.min(Math.floor(at), colours.length - 2);
  const part = (colour, k) => parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  const byte = (k) =>
    Math.round(part(colours[i], k) + (at - i) * (part(colours[i + 1], k) - part(colours[i], k)));
  return `#${[0, 1, 2].map((k) => byte(k).toString(16).padStart(2, '0')).join('')}`;
}
