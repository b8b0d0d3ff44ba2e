import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The path of a settings file for fontconfig that knows only the fonts under `folder`/fonts. It is
 * written where it is missing or names another folder. Several processes may call this at once.
 *
 * Chromium ends in its first line of text on a machine where fontconfig finds no settings or no
 * font. The file packed with `@sparticuz/chromium` names folders of a cloud's machines.
 */
export function fontSettings(folder: string): string {
  const file = join(folder, 'wayfield-fonts.conf');
  const text = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${escapeXml(join(folder, 'fonts'))}</dir>
  <cachedir>${escapeXml(join(folder, 'fonts-cache'))}</cachedir>
</fontconfig>
`;
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return file;
  // renamed into place, so that no other process reads half a file
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  return file;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
