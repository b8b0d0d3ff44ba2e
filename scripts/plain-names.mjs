// A load hook around the one of tsx, for tests. esbuild, as tsx sets it, gives each function its
// name again when the function is made (`keepNames`), which took half the time of tests whose
// references make functions in their loops. No name is changed here, so none must be given again.
const NAMER = /\b__name=\((\w+),\w+\)=>[^;]*;/;

/** `load` of hooks in the thread of the program. */
export function loadSync(url, context, nextLoad) {
  return plain(url, nextLoad(url, context));
}

/** `load` of hooks in a thread of their own, which Node 20 has. */
export async function load(url, context, nextLoad) {
  return plain(url, await nextLoad(url, context));
}

function plain(url, loaded) {
  if (!/^file:.*\.ts(\?|$)/.test(url) || !loaded.source) return loaded;
  const text =
    typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
  // as many characters as before: the source map counts columns
  const source = text.replace(NAMER, (all, target) => {
    const plainNamer = `__name=(${target})=>${target}`;
    return `${plainNamer.padEnd(all.length - 1)};`;
  });
  return { ...loaded, source };
}
