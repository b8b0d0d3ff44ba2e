// How a cell of a scenario's table says what an answer must be.

/**
 * Share by which a number may differ: OSRM rounds the time and the length of each segment to 0.1.
 */
const SHARE = 0.002;
/** The share by which the sphere on which OSRM measures is larger than ours. */
const SPHERE = 0.0003;

/**
 * Whether a value agrees with a cell: the same text; a number within `+-`, within `~ %`, or as
 * near as OSRM's own rounding; lists entry by entry.
 */
export function agrees(found: string, cell: string): boolean {
  const expected = cell.trim();
  if (found === expected) return true;
  const pattern = /^\/(.*)\/$/.exec(expected);
  if (pattern) return new RegExp(pattern[1]).test(found);
  for (const separator of [',', ':']) {
    if (!expected.includes(separator)) continue;
    const [a, b] = [found.split(separator), expected.split(separator)];
    // the arrival has no length, and some lists leave it out
    if (a.length === b.length + 1 && /^0[ms]?$/.test(a[b.length])) a.pop();
    return a.length === b.length && a.every((one, i) => agrees(one.trim(), b[i]));
  }
  // like OSRM, of a longer list only the first entry
  return agreesAsNumber(found.split(',')[0], expected);
}

function agreesAsNumber(found: string, expected: string): boolean {
  const said = /^(-?\d+(?:\.\d+)?)\s*([^\d~+]*?)\s*(?:(\+-|~)\s*([\d.]+)\s*(?:%|m|s)?)?$/.exec(
    expected,
  );
  const given = /^(-?\d+(?:\.\d+)?)\s*(\D*)/.exec(found);
  if (!said || !given) return false;
  // like OSRM's own judge, units of numbers with a margin are not compared: 300 +- 1m, a weight of
  // 11s +- 1
  if (said[2] !== given[2].trim() && !said[3]) return false;
  const [target, value] = [Number(said[1]), Number(given[1])];
  const difference = Math.abs(value - target);
  const sphere = SPHERE * Math.abs(target) + 1e-9;
  if (said[3] === '+-') return difference <= Number(said[4]) + sphere;
  if (said[3] === '~') return difference <= (Number(said[4]) / 100) * Math.abs(target) + sphere;
  const decimals = said[1].split('.')[1]?.length ?? 0;
  return difference <= Math.max(10 ** -decimals, SHARE * Math.abs(target)) + 1e-9;
}
