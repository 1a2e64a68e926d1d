import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * What pages share, in few files: a first view fetches the entry, `site`, perhaps one of the others, and its page. A
 * group takes what its modules need along with it, so those that stand first are those that everybody needs.
 */
const CHUNKS = [
  {
    name: 'site',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam|mitt|use-sync-external-store)\/|src\/platform\/(web|design\/(error-note|icon|mark|spinner|toast)\.tsx)|src\/app\/(shell|router)|settings\/web\/head|subscriptions\/web\/subscribe-button|rolldown|vite\/preload-helper/,
  },
  { name: 'forms', test: /node_modules\/react-hook-form\// },
  { name: 'rules', test: /node_modules\/(zod|@hookform)\// },
  // Cards, covers, hearts, lists; not the inside of the viewer, which comes when it is opened.
  {
    name: 'content',
    minShareCount: 2,
    test: /features\/((catalogue|favorites|uploads)\/(?!.*\/droplet-(view|stage|about))|subscriptions\/web\/subscribe-gate)/,
  },
  // The subscription's dialog, its notes and the account page.
  { name: 'subscription', minShareCount: 2, test: /features\/subscriptions\/web\// },
  // The addresses of an account are proven elsewhere than where one logs in.
  { name: 'account', minShareCount: 2, test: /features\/accounts\/web\/(?!use-prove-email)/ },
].map((group, place, all) => ({ ...group, priority: all.length - place }));

const WORKER = 'src/app/offline/service-worker.ts';

/** Writes each text file of the browser's build compressed beside it, as small as it gets: nobody waits for it then. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async writeBundle({ dir = '' }) {
    for (const name of await readdir(dir, { recursive: true })) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const text = await readFile(join(dir, name));
      // Node's defaults are the best quality of brotli, and not of gzip.
      await writeFile(join(dir, `${name}.br`), brotliCompressSync(text));
      await writeFile(join(dir, `${name}.gz`), gzipSync(text, { level: 9 }));
    }
  },
};

/** Two builds of the same source: what browsers load, and what renders pages on the server. */
export default defineConfig(({ command }) => ({
  plugins: [react(), compressed],
  appType: 'custom',
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // Only addresses on this list are fetched early; the pages' own lists stand in the HTML.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['src/app/browser.tsx', WORKER],
          output: {
            codeSplitting: { groups: CHUNKS },
            // A browser finds the next version of a worker where it found this one.
            entryFileNames: ({ facadeModuleId }) =>
              facadeModuleId?.endsWith(WORKER) ? 'service-worker.js' : 'assets/[name]-[hash].js',
          },
        },
      },
    },
    ssr: {
      // Everything in one bundle: React is fixed to its production mode, and no second copy of a module exists.
      resolve: command === 'build' ? { noExternal: true } : {},
      build: { outDir: 'dist/server', ssr: true, rolldownOptions: { input: 'src/app/render.tsx' } },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) await builder.build(environment);
    },
  },
}));
