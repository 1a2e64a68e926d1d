import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a page. Same shape as `Assets` in document.tsx, which only the web half may import. */
export interface PageAssets {
  entry: string;
  styles: string[];
  scripts: string[];
  fonts: string[];
  devScript?: string;
}

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const ENTRY = 'src/app/browser.tsx';
/** The list of the administration's pages, through which each of them is loaded. */
const ADMIN_MODULES = 'src/app/admin-page-modules.ts';
/** Fonts that every page preloads. */
const FONTS = ['literata', 'literata-italic', 'hanken-grotesk'].map(
  (name) => `src/platform/design/fonts/${name}.woff2`,
);

/** Reads the build's manifest. Returns a lookup of a page's files by its source file. */
export async function builtAssets(clientFolder: string): Promise<(pageFile: string) => PageAssets> {
  const text = await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, ManifestEntry>;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The build has no entry; run the build again.');
  const urlOf = (file: string) => `/${file}`;

  const collect = (key: string, files: Set<string>, styles: Set<string>): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, files, styles);
  };

  const known = new Map<string, PageAssets>();
  return (pageFile) => {
    const cached = known.get(pageFile);
    if (cached) return cached;
    const files = new Set<string>();
    const styles = new Set<string>();
    collect(ENTRY, files, styles);
    collect(pageFile.slice(1), files, styles);
    if (manifest[ADMIN_MODULES]?.dynamicImports?.includes(pageFile.slice(1)))
      collect(ADMIN_MODULES, files, styles);
    files.delete(entry.file);
    const assets = {
      entry: urlOf(entry.file),
      styles: [...styles].map(urlOf),
      scripts: [...files].map(urlOf),
      fonts: FONTS.flatMap((font) => (manifest[font] ? [urlOf(manifest[font].file)] : [])),
    };
    known.set(pageFile, assets);
    return assets;
  };
}

const sources = (pattern: string) =>
  globSync(pattern)
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .sort();

/** In development the bundler serves the sources themselves. */
export const devAssets = (): PageAssets => ({
  entry: `/${ENTRY}`,
  // All style sheets, because only the build knows which ones a page needs. The sheet that orders the layers
  // comes first.
  styles: ['/src/app/styles.css', ...sources('src/**/*.module.css')],
  scripts: [],
  fonts: [],
  devScript: `import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
window.__vite_plugin_react_preamble_installed__ = true
import('/@vite/client')`,
});
