// Prefetching: a search mostly waits for memory, so what is needed soon is read in advance.

/** The sum of what was read: the compiler drops reads without a result. */
let touched: u32 = 0;

export function touch(address: usize): void {
  touched += load<u32>(address);
}
