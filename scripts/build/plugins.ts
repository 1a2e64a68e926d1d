import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/* Build steps that write files in addition to the bundler's. */

/** Pages that cannot be stored for offline use, so files that only they need are not stored either. */
const NEVER_KEPT = /features\/admin\/|accounts\/web\/(password|email|sign-in)\/|payment|sign-in-flow/;

/**
 * Lists the files of learners' pages, which are stored with a wave for offline use. `features/offline` has
 * the service worker's part.
 */
export const learnerFiles: Plugin = {
  name: 'learner-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const isEntry = (file: string) => bundle[file]?.type === 'chunk' && bundle[file].isEntry;
    const found = new Set(Object.keys(bundle).filter((file) => isEntry(file) || /\.(css|woff2)$/.test(file)));
    // Iterating over a set also visits elements that are added meanwhile.
    for (const file of found) {
      const chunk = bundle[file];
      if (chunk?.type !== 'chunk') continue;
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) {
        const module = bundle[next];
        if (module?.type === 'chunk' && !NEVER_KEPT.test(module.facadeModuleId ?? '')) found.add(next);
      }
    }
    const source = JSON.stringify([...found].map((file) => `/${file}`));
    this.emitFile({ type: 'asset', fileName: 'learner-files.json', source });
  },
};

/** Writes compressed copies of each text file of the browser's build, at the highest quality. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  // The worker is built last, into the same folder.
  applyToEnvironment: ({ name }) => name === 'worker',
  async writeBundle({ dir = '' }) {
    for (const name of await readdir(dir, { recursive: true })) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const text = await readFile(join(dir, name));
      // Node's default quality is the highest for brotli, but not for gzip.
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(text));
      await writeFile(join(dir, `${name}.gz`), smallestGzip(text));
    }
  },
};

/**
 * Tries several memory levels. Less memory makes shorter blocks, which compress some files better by a few
 * dozen bytes.
 */
function smallestGzip(text: Buffer): Buffer {
  const attempts = [6, 7, 8, 9].map((memLevel) => gzipSync(text, { level: 9, memLevel }));
  return attempts.reduce((best, other) => (other.length < best.length ? other : best));
}
