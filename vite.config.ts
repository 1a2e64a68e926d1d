import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNKS } from './scripts/build/chunks.ts';
import { lostSheets } from './scripts/build/lost-sheets.ts';
import { plainColors } from './scripts/build/plain-colors.ts';
import { compressed, learnerFiles } from './scripts/build/plugins.ts';
import { BUILD_TARGET } from './scripts/build/supported-browsers.ts';

/** 28 bits tell two builds of a file apart; the bundler takes no fewer characters than 7. */
const FILE_NAME = 'assets/[name]-[hash:7]';

/** What every page has from its beginning: nothing that is loaded later needs to name it. */
const EVERYWHERE = /^assets\/(site|r)-/;

/**
 * Scripts that administrators' pages share. Their pages' own imports find them: to load them ahead, the first
 * view of every reader would have to name them.
 */
const ADMINISTRATORS = /^assets\/(admin|owner|uploads|known-settings|schemas)-[^.]+\.js$/;

const WORKER = 'src/app/offline/service-worker.ts';

/**
 * Class names are inlined where they are used (`inlineConst`), which leaves a sheet's module without any
 * code. This keeps the module, and thereby its rules, in the build.
 */
const keepSheets: Plugin = {
  name: 'keep-sheets',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
};

/** Two builds of the same source: one for browsers, one that renders pages on the server. */
export default defineConfig(({ command }) => ({
  plugins: [react(), plainColors, learnerFiles, compressed, keepSheets, lostSheets],
  appType: 'custom',
  resolve: {
    alias: {
      // wouter's stand-in for a hook that React has had since version 18.
      'use-sync-external-store/shim/index.js': 'react',
      regexparam: fileURLToPath(new URL('scripts/build/no-patterns.ts', import.meta.url)),
    },
  },
  css: {
    modules: {
      // No hash: browser and server build the same names. test/styles.test.ts keeps the file names unique.
      generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}_${name}`,
    },
  },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: { target: BUILD_TARGET, assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        // The HTML lists each page's scripts to preload.
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, names) =>
            names.filter((name) => !EVERYWHERE.test(name) && !ADMINISTRATORS.test(name)),
        },
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          input: 'src/app/browser.tsx',
          output: {
            codeSplitting: { groups: CHUNKS },
            hashCharacters: 'hex',
            entryFileNames: `${FILE_NAME}.js`,
            assetFileNames: `${FILE_NAME}[extname]`,
            // Every name is in the script of the first view: each character costs 50 bytes of it.
            // Every chunk names the bundler's own.
            chunkFileNames: ({ name }) =>
              `${name === 'rolldown-runtime' ? FILE_NAME.replace('[name]', 'r') : FILE_NAME}.js`,
          },
        },
      },
    },
    // A build of its own: a worker of one file shares no chunk with pages.
    worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: WORKER,
          // The URL must stay the same: browsers look there for the next version.
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    },
    ssr: {
      // One bundle: React in production mode, and one copy of each module.
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
