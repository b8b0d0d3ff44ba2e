// Ids of elements are 64-bit integers. Ids below 2^53 of either sign, as all elements of the map
// have, are kept as doubles. An id beyond gets a stand-in, a double from 2^54 on that is no id
// itself. Stand-ins count up in the order in which their ids appear in the source. The readers of
// formats call `Ids`; way-list.ts numbers ids by an `IdTable`.

/** The first stand-in: above all doubles that are ids themselves. */
const FIRST_STAND_IN = 2 ** 54;
const STEP = 4; // the distance of neighbouring doubles there

/** Doubles that stand for 64-bit ids: the ids themselves below 2^53, else stand-ins. */
export interface Ids {
  /**
   * The double of an id, always the same for one id. With `known`, an id from 2^53 on that has no
   * stand-in yet gets none: the answer is NaN. Throws SyntaxError beyond 64 bits.
   */
  ofBig(id: bigint, known?: boolean): number;
  /** The double of an id in decimal digits; SyntaxError, which names `what`, for any other text. */
  ofText(text: string | undefined, what: string, known?: boolean): number;
  /** The id of a double that these ids gave, or of a safe integer. */
  toBig(id: number): bigint;
}

export function createIds(): Ids {
  const standIn = new Map<bigint, number>();
  const big: bigint[] = [];
  const ofBig = (id: bigint, known?: boolean): number => {
    const plain = Number(id);
    if (Number.isSafeInteger(plain)) return plain;
    if (BigInt.asIntN(64, id) !== id) throw new SyntaxError(`id ${id} does not fit into 64 bits`);
    let double = standIn.get(id);
    if (double === undefined) {
      if (known) return NaN;
      double = FIRST_STAND_IN + STEP * (big.push(id) - 1);
      standIn.set(id, double);
    }
    return double;
  };
  return {
    ofBig,
    ofText(text, what, known) {
      const plain = Number(text);
      // Number also reads '', ' 1', '1e3' and '0x1'
      if (text === undefined || !/^-?\d{1,20}$/.test(text)) {
        const shown = text === undefined ? 'missing' : JSON.stringify(text.slice(0, 24));
        throw new SyntaxError(`${what} is ${shown}, expected a whole number`);
      }
      return Number.isSafeInteger(plain) ? plain + 0 : ofBig(BigInt(text), known);
    },
    toBig: (id) => (id < FIRST_STAND_IN ? BigInt(id) : big[(id - FIRST_STAND_IN) / STEP]),
  };
}

/** A set of ids that numbers its members 0, 1, 2 … in the order in which they came. */
export interface IdTable {
  readonly count: number;
  /** The number of an id; a new id is added. */
  add(id: number): number;
  /** The number of an id; -1 if the table lacks it. */
  find(id: number): number;
  /** The id of each number, `count` entries. */
  ids(): Float64Array;
}

/**
 * Open addressing, at most half full. Just before the table grows, a member takes 8 bytes and two
 * slots of 4, just after it twice as much: 16 to 32 bytes, and 40 while it grows. Holds up to 2^29
 * members, because there are at most 2^30 slots.
 */
export function createIdTable(): IdTable {
  let bits = 10;
  let slot = new Uint32Array(1 << bits); // number + 1; 0 = empty
  let member = new Float64Array(1 << (bits - 1));
  let count = 0;
  // random, so that nobody can write a file whose ids all hash to one slot
  const salt = (Math.random() * 2 ** 32) | 1;

  const place = (id: number): number => {
    const low = Math.imul((id | 0) ^ salt, 0x9e3779b1);
    const mixed = Math.imul(low ^ (low >>> 15) ^ Math.floor(id / 2 ** 32), 0x85ebca6b);
    return (mixed ^ (mixed >>> 13)) >>> (32 - bits);
  };
  // the slot that holds the id, or the empty one where it belongs
  const seek = (id: number): number => {
    const mask = slot.length - 1;
    let at = place(id);
    while (slot[at] !== 0 && member[slot[at] - 1] !== id) at = (at + 1) & mask;
    return at;
  };
  const grow = (): void => {
    const larger = new Float64Array(2 * member.length);
    larger.set(member);
    member = larger;
    slot = new Uint32Array(1 << ++bits);
    for (let i = 0; i < count; i++) slot[seek(member[i])] = i + 1;
  };
  return {
    get count() {
      return count;
    },
    add(id) {
      let at = seek(id);
      if (slot[at] !== 0) return slot[at] - 1;
      if (count === member.length) {
        grow();
        at = seek(id);
      }
      member[count++] = id;
      slot[at] = count;
      return count - 1;
    },
    find: (id) => slot[seek(id)] - 1,
    ids: () => member.subarray(0, count),
  };
}
