/** Escapes text for use between tags and in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** HTML that is inserted without escaping. */
export interface Html {
  readonly html: string;
}

/** A template that escapes everything except `Html`; lists are joined, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const text = parts.map((part, i) => part + (i < values.length ? toText(values[i]) : ''));
  return { html: text.join('') };
}

function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(toText).join('');
  if (typeof value === 'object' && 'html' in value) return String(value.html);
  return escapeHtml(String(value));
}
