import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
        rolldownOptions: { input: 'src/app/browser.tsx' },
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
