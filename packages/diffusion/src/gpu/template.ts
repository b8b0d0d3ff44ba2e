// Templates of WGSL. A template is WGSL with directives on lines of their own and values in braces:
//
//   #if name … #else … #end    the lines before `#else` if the flag `name` is set, else those after
//   #if !name … #end           the lines if the flag `name` is not set
//   #each names … #end         the lines once for each record of the list `names`, with its values
//   {name}                     a value; no blank inside the braces
//
// A name without a value throws, so that a misspelt directive cannot drop lines silently.

/** What a template is filled with: flags, texts and numbers, and lists of such records. */
export interface Values {
  readonly [name: string]: string | number | boolean | readonly Values[];
}

const DIRECTIVE = /^\s*#(if|else|each|end)\b\s*(!?)(\w*)/;

/** The text of a kernel: `template` with its directives done and its values put in. */
export function fillTemplate(template: string, values: Values): string {
  return fillLines(template.split('\n'), values).join('\n');
}

function fillLines(lines: readonly string[], values: Values): string[] {
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const found = DIRECTIVE.exec(lines[i]);
    if (!found) {
      out.push(lines[i].replace(/\{(\w+)\}/g, (_, name: string) => String(valueOf(values, name))));
      continue;
    }
    const [, kind, not, name] = found;
    const { otherwise, end } = sectionAt(lines, i);
    const body = lines.slice(i + 1, otherwise);
    const value = valueOf(values, name);
    if (kind === 'each') {
      for (const item of value as readonly Values[])
        out.push(...fillLines(body, { ...values, ...item }));
    } else if (Boolean(value) !== (not === '!')) out.push(...fillLines(body, values));
    else out.push(...fillLines(lines.slice(otherwise + 1, end), values));
    i = end;
  }
  return out;
}

function valueOf(values: Values, name: string): Values[string] {
  if (!(name in values)) throw new Error(`the template names '${name}', which has no value`);
  return values[name];
}

/**
 * The lines of the `#else` (or `#end`) and of the `#end` of the section that line `start` opens.
 */
function sectionAt(lines: readonly string[], start: number): { otherwise: number; end: number } {
  let depth = 0;
  let otherwise = -1;
  for (let i = start; i < lines.length; i++) {
    const kind = DIRECTIVE.exec(lines[i])?.[1];
    if (kind === 'if' || kind === 'each') depth++;
    else if (kind === 'else' && depth === 1) otherwise = i;
    else if (kind === 'end' && --depth === 0) {
      return { otherwise: otherwise < 0 ? i : otherwise, end: i };
    }
  }
  throw new Error(`line ${start + 1} of the template opens a section that nothing ends`);
}
