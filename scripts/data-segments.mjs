// Where the static data of kernels lies. Arenas (packages/wasm/src/arena.ts) keep a word at byte 16
// of a memory and give out what lies from byte 1024 on. The compiler puts static data, such as the
// tables of Math.exp and Math.log, at `memoryBase`, by default at byte 1024: there the first block
// of an arena would overwrite it.

/** The first byte behind the arena's word, rounded up to a vector. */
const LEAST = 32;
/** `FIRST` of packages/wasm/src/arena.ts. */
const END = 1024;
const DATA_SECTION = 11;
const I32_CONST = 0x41;

/** Throws Error where static data of a binary does not lie in the bytes 32 to 1023. */
export function checkDataSegments(binary, name) {
  for (const { offset, length } of dataSegments(binary, name)) {
    if (offset >= LEAST && offset + length <= END) continue;
    throw new Error(
      `${name} has ${length} bytes of static data at byte ${offset}, where arenas have theirs; ` +
        `expected them from ${LEAST} to ${END}: set memoryBase to ${LEAST} in asconfig.json, or ` +
        'leave out what has tables (Math.exp, Math.log, Math.pow, strings, static arrays)',
    );
  }
}

/** The active data segments of a binary. Throws Error where the place of one is not known. */
export function dataSegments(binary, name = 'the binary') {
  const found = [];
  let at = 8; // behind the magic number and the version
  const unsigned = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = binary[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < binary.length) {
    const section = binary[at++];
    const size = unsigned();
    const end = at + size;
    if (section === DATA_SECTION) {
      for (let count = unsigned(); count > 0; count--) {
        const kind = unsigned();
        if (kind !== 0 || binary[at] !== I32_CONST) {
          throw new Error(`${name} has static data whose place is not known at the build`);
        }
        at++;
        // places below 64 KiB: a signed number of up to three bytes, never below 0
        const offset = unsigned();
        at++; // the end of the expression
        const length = unsigned();
        found.push({ offset, length });
        at += length;
      }
    }
    at = end;
  }
  return found;
}
