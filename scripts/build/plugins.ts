import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/* Steps of the build that write files beside the bundler's. */

/** Pages that nobody keeps for a time without a connection: what they alone need is not stored either. */
const NEVER_KEPT = /features\/admin\/|accounts\/web\/(password|email|sign-in)\/|payment|sign-in-flow/;

/**
 * Lists the files of learners' pages: a reader who keeps a wave stores them. The service worker's part is
 * `features/offline`.
 */
export const learnerFiles: Plugin = {
  name: 'learner-files',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle(_, bundle) {
    const isEntry = (file: string) => bundle[file]?.type === 'chunk' && bundle[file].isEntry;
    const found = new Set(Object.keys(bundle).filter((file) => isEntry(file) || /\.(css|woff2)$/.test(file)));
    // A set's iterator also visits what is added on the way.
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

/** Writes compressed copies beside each text file of the browser's build, at the highest quality. */
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

/** Less memory makes shorter blocks, which suit some files better: a few dozen bytes of the largest one. */
function smallestGzip(text: Buffer): Buffer {
  const attempts = [6, 7, 8, 9].map((memLevel) => gzipSync(text, { level: 9, memLevel }));
  return attempts.reduce((best, other) => (other.length < best.length ? other : best));
}
