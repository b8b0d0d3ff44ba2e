// Prefetching: a search mostly waits for memory, so what is needed soon is read in advance.

/** The sum of all words read here. Without a use the compiler would drop the reads. */
let touched: u32 = 0;

export function touch(address: usize): void {
  touched += load<u32>(address);
}
