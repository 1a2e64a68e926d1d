import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of a page; the same shape as `Assets` in document.tsx, which only the browser's half may import. */
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
}

const ENTRY = 'src/app/browser.tsx';
/** The faces of every page, as far as our texts need them (fonts.css names the rest). */
const FONTS = ['literata', 'literata-italic', 'hanken-grotesk'].map(
  (name) => `src/platform/design/fonts/${name}.woff2`,
);

/** Reads the build's manifest; answers the files of a page by its source file. */
export async function builtAssets(clientFolder: string): Promise<(pageFile: string) => PageAssets> {
  const text = await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, ManifestEntry>;
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The build has no entry; run the build again.');
  const address = (file: string) => `/${file}`;

  const collect = (key: string, files: Set<string>, styles: Set<string>): void => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, files, styles);
  };

  const known = new Map<string, PageAssets>();
  return (pageFile) => {
    const kept = known.get(pageFile);
    if (kept) return kept;
    const files = new Set<string>();
    const styles = new Set<string>();
    collect(ENTRY, files, styles);
    collect(pageFile.slice(1), files, styles);
    files.delete(entry.file);
    const assets = {
      entry: address(entry.file),
      styles: [...styles].map(address),
      scripts: [...files].map(address),
      fonts: FONTS.flatMap((font) => (manifest[font] ? [address(manifest[font].file)] : [])),
    };
    known.set(pageFile, assets);
    return assets;
  };
}

/** In development the bundler serves the sources themselves. */
export const devAssets: PageAssets = {
  entry: `/${ENTRY}`,
  styles: ['/src/app/styles.css'],
  scripts: [],
  fonts: [],
  devScript: `import RefreshRuntime from '/@react-refresh'
RefreshRuntime.injectIntoGlobalHook(window)
window.$RefreshReg$ = () => {}
window.$RefreshSig$ = () => (type) => type
window.__vite_plugin_react_preamble_installed__ = true
import('/@vite/client')`,
};
