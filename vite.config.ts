import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What pages share, in few files: a first view fetches the entry, `site`, perhaps one of the others, and its page. A
 * group takes what its modules need along with it, so those that stand first are those that everybody needs.
 */
const CHUNKS = [
  {
    name: 'site',
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam|mitt|use-sync-external-store)\/|src\/platform\/(web|design\/(icon|spinner|toast)\.tsx)|src\/app\/(shell|router)|rolldown|vite\/preload-helper/,
  },
  { name: 'forms', test: /node_modules\/react-hook-form\// },
  { name: 'rules', test: /node_modules\/(zod|@hookform)\// },
  // Cards, covers, hearts, lists; not the inside of the viewer, which comes when it is opened.
  {
    name: 'content',
    minShareCount: 2,
    test: /features\/(catalogue|favorites|subscriptions|uploads)\/(?!.*\/droplet-(view|stage|about))/,
  },
  { name: 'account', minShareCount: 2, test: /features\/accounts\/web\// },
].map((group, place, all) => ({ ...group, priority: all.length - place }));

/** Two builds of the same source: what browsers load, and what renders pages on the server. */
export default defineConfig(({ command }) => ({
  plugins: [react()],
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
        rolldownOptions: { input: 'src/app/browser.tsx', output: { codeSplitting: { groups: CHUNKS } } },
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
