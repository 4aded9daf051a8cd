import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../product/start-product';

interface FontSet {
  name: string;
  /** Debian package that contains the fonts */
  debianPackage: string;
  /** where the package installs them */
  folder: string;
  /** the only file of the folder that is used */
  file?: string;
  /** the font that `serif` resolves to, which proves that the browser has only these fonts */
  serif: string;
}

/**
 * Sets of installed fonts. Chromium exits when it has no font at all ('SkFontMgr_FontConfigInterface: Not implemented'),
 * so 'no named font' is a machine with one font that no style names.
 */
export const FONT_SETS: readonly FontSet[] = [
  { name: 'DejaVu', debianPackage: 'fonts-dejavu-core', folder: 'dejavu', serif: 'DejaVu Serif' },
  { name: 'Liberation', debianPackage: 'fonts-liberation', folder: 'liberation', serif: 'Liberation' },
  { name: 'Noto', debianPackage: 'fonts-noto-core', folder: 'noto', serif: 'Noto Serif' },
  { name: 'Roboto', debianPackage: 'fonts-roboto-unhinted', folder: 'roboto', serif: 'Roboto' },
  {
    name: 'no named font',
    debianPackage: 'fonts-dejavu-core',
    folder: 'dejavu',
    file: 'DejaVuSansMono.ttf',
    serif: 'DejaVu Sans Mono',
  },
];

const CACHE = join(ROOT, 'node_modules', '.cache', 'font-sets');
const INSTALLED = 'usr/share/fonts/truetype';

/** Unpacks a Debian package into the cache folder, without changing the installed packages. */
function unpack(debianPackage: string, into: string): void {
  const downloads = join(CACHE, 'downloads', debianPackage);
  mkdirSync(downloads, { recursive: true });
  const download = () => execFileSync('apt-get', ['download', debianPackage], { cwd: downloads, stdio: 'pipe' });
  try {
    try {
      download();
    } catch {
      execFileSync('apt-get', ['update'], { stdio: 'pipe' });
      download();
    }
    const file = readdirSync(downloads).find((name) => name.endsWith('.deb'));
    execFileSync('dpkg-deb', ['-x', file ?? '', into], { cwd: downloads, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`This test needs the fonts of ${debianPackage}. Install that package.`, { cause: error });
  }
}

/**
 * Writes a fontconfig file with the fonts of one set, for FONTCONFIG_FILE in the environment of a browser. Uses installed
 * fonts, or else those of the Debian package. Throws an error that names the package when neither is available.
 */
export function fontconfigOf({ debianPackage, folder, file, name }: FontSet): string {
  let fonts = join('/', INSTALLED, folder);
  if (!existsSync(fonts)) {
    const unpacked = join(CACHE, debianPackage);
    if (!existsSync(unpacked)) unpack(debianPackage, unpacked);
    fonts = join(unpacked, INSTALLED, folder);
  }
  const own = join(CACHE, name.replaceAll(' ', '-'));
  mkdirSync(own, { recursive: true });
  if (file) {
    copyFileSync(join(fonts, file), join(own, file));
    fonts = own;
  }
  const path = join(CACHE, `${name.replaceAll(' ', '-')}.conf`);
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<include ignore_missing="yes">/etc/fonts/conf.d</include><dir>${fonts}</dir><cachedir>${own}</cachedir></fontconfig>`,
  );
  return path;
}
