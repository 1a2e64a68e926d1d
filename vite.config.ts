import { basename } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed, learnerFiles } from './scripts/build-plugins.ts';
import { BUILD_TARGET } from './scripts/supported-browsers.ts';

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));
const within = (folder: RegExp, without: RegExp) => new RegExp(`${folder.source}(?!${without.source})`);

/**
 * The sheets of pages with content: one file, which every page links to. Other sheets come with their code:
 * those of the landing page, the account, the subscription and the administration.
 */
const LEARNERS_SHEETS = [
  /src\/app\/.*\.css/,
  /src\/platform\/design\/.*\.module\.css/,
  /src\/features\/(catalogue\/(?!web\/continue\/continue-card)|favorites\/|offline\/).*\.css/,
  /src\/features\/subscriptions\/web\/dialog\/.*gate\.module\.css/,
];

/**
 * Code that pages share, in few files. A first view fetches the entry, `site`, perhaps another group, and its
 * page. A group also takes the imports of its modules, unless an earlier group has them: the most shared
 * groups come first.
 */
const CHUNKS = [
  {
    name: 'site',
    test: anyOf(
      /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt)\//,
      // Without what only the tree and favorites use.
      /node_modules\/@tanstack\/(?!.*\/(useQueries|queriesObserver|useMutationState))/,
      /src\/platform\/web\/(?!counts|use-debounced|last-place|read-last-place|own-path|local-date)/,
      /src\/platform\/design\/(icon|mark|state\/(error-note|spinner)|form\/(form|submit-button))\.tsx?/,
      /src\/platform\/design\/toast\/toast(-failure)?\.tsx?/,
      /src\/app\/(shell|router)/,
      /settings\/web\/head/,
      // Every page may renew the entered cookie.
      /signups\/contract\/calls/,
      /rolldown|vite\/preload-helper/,
      ...LEARNERS_SHEETS,
    ),
  },
  {
    name: 'forms',
    test: anyOf(
      /node_modules\/react-hook-form\//,
      /design\/form\/(validated-form|server-issues|lazy-rules|text-field|field-note)/,
    ),
  },
  { name: 'rules', test: anyOf(/node_modules\/(zod|@hookform)\//, /design\/form\/zod-resolver/) },
  // Cards, covers, hearts and lists. Of the viewer only what opens it: its inside is loaded ahead of a press.
  {
    name: 'content',
    minShareCount: 2,
    test: anyOf(
      /features\/favorites\//,
      /features\/progress\/web\/(begun-part|seen\.)/,
      /features\/sharing\/(shared|web\/share-button)/,
      // Without what only two pages use: item-hero (ocean, wave) and selection (accordion, classic).
      within(
        /features\/catalogue\//,
        anyOf(
          /web\/(viewer|continue|items\/(use-lesson|layout-switch)|grid\/ocean-(grid|card))/,
          /web\/player\/(start-time|controls|playback|transcript|video-link)/,
          /web\/(items\/selection\/(use-)?selection|grid\/item-hero)/,
        ),
      ),
      /catalogue\/web\/viewer\/(load-viewer|use-|viewer-address)/,
      /features\/subscriptions\/web\/dialog\/subscribe-(gate|button)/,
      /platform\/(web\/(counts)|design\/(list|state\/empty-state))/,
      /useMutationState/,
    ),
  },
  // What only pages of all oceans show.
  {
    name: 'oceans',
    minShareCount: 2,
    test: /catalogue\/web\/(grid\/ocean-(grid|card)|continue\/continue-slot|items\/layout-switch)\./,
  },
  // The inside of the viewer in one file: its parts compress better together.
  { name: 'viewer', test: /catalogue\/web\/viewer\/droplet(-viewer|\/droplet-(view|stage|about))/ },
  // The editor's and the settings'.
  { name: 'uploads', minShareCount: 2, test: /features\/uploads\/web\// },
  // What remembers and shows how far a reader has come: after the first paint.
  {
    name: 'begun',
    test: anyOf(
      /features\/progress\/(web\/remember|shared)\//,
      /catalogue\/web\/(continue\/(?!continue-slot)|items\/use-lesson|player\/start-time)/,
      /catalogue\/web\/viewer\/(lesson\/read-time|end\/(again-icon|ask-to-play))/,
    ),
  },
  // What a film needs when it plays, and when it has ended.
  {
    name: 'player',
    test: /catalogue\/web\/(player\/(controls|playback|transcript|video-link)|viewer\/end\/(?!lazy))/,
  },
  {
    name: 'sign-up',
    minShareCount: 2,
    test: /features\/signups\/(web\/(?!take-return-address)|contract\/calls)/,
  },
  // The subscription's dialog, its notes and the account page.
  { name: 'subscription', minShareCount: 2, test: /features\/subscriptions\/web\// },
  // The account page and those that verify an address are not those of signing in.
  {
    name: 'account',
    minShareCount: 2,
    // Tabs are on the page of signing in, and on administrators' pages. Passkeys load with their first use.
    test: anyOf(
      within(
        /features\/accounts\/web\//,
        anyOf(
          /email\/use-(prove-email|fragment-token)|notice-card|account\/account-queries|activity\//,
          /(passkeys|second-factor)\/|sign-in\/sign-in-f/,
        ),
      ),
      /platform\/design\/tabs/,
    ),
  },
  // What a login needs once somebody is there, in one file. Last: its imports belong to the login page.
  {
    name: 'sign-in-flow',
    test: /@simplewebauthn\/|accounts\/web\/(passkeys\/ceremonies|sign-in\/sign-in-f|second-factor\/login)/,
  },
  // Every file's name is in the script of the first view: what a few pages share comes in few files.
  { name: 'reading', minShareCount: 2, test: /\/(rich-text|page-text|reading-page)\./ },
  { name: 'links', minShareCount: 2, test: /\/(notice-card|use-fragment-token|use-prove-email)\./ },
  { name: 'dialog', minShareCount: 2, test: /platform\/design\/dialog\// },
  {
    name: 'admin',
    minShareCount: 2,
    test: /features\/(admin\/web|settings\/web\/all-settings)|design\/form\/field\.|design\/admin/,
  },
  // What keeps items for use without a connection, where its place comes into view. Last, because its
  // imports belong to others.
  { name: 'kept', test: /features\/offline\/web\/(?!keep-place)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));

/** 28 bits tell two builds of a file apart; the bundler takes no fewer characters than 7. */
const FILE_NAME = 'assets/[name]-[hash:7].js';

/** What every page has from its beginning: nothing that is loaded later needs to name it. */
const EVERYWHERE = /^assets\/(site|r)-/;

const WORKER = 'src/app/offline/service-worker.ts';

/** A mix of two colors in built CSS, whose second color may be a function itself. */
const COLOR_MIX = /color-mix\(in \w+,\s*([^,]+?) (\d+)%,\s*((?:[^(),]|\([^()]*\))+)\)/g;
/** A color that is mixed in with this many percent or more stands for the mix. */
const CLEAR_SHARE = 30;

/** Gives each declaration with a mixed color a plain one before it: Chrome 109 and 110 cannot mix. */
const plainColors: Plugin = {
  name: 'plain-colors',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
      asset.source = String(asset.source).replace(
        /(?<=[;{])[a-z-]+:[^;{}]*color-mix\([^;{}]*/g,
        (declaration) =>
          `${declaration.replace(COLOR_MIX, (_mix, color, share, other) =>
            Number(share) >= CLEAR_SHARE ? color : other,
          )};${declaration}`,
      );
    }
  },
};

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
  plugins: [react(), plainColors, learnerFiles, compressed, keepSheets],
  appType: 'custom',
  // wouter's stand-in for a hook that React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
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
          resolveDependencies: (_, names) => names.filter((name) => !EVERYWHERE.test(name)),
        },
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          input: 'src/app/browser.tsx',
          output: {
            codeSplitting: { groups: CHUNKS },
            hashCharacters: 'hex',
            entryFileNames: FILE_NAME,
            // Every name is in the script of the first view: each character costs 50 bytes of it.
            // Every chunk names the bundler's own.
            chunkFileNames: ({ name }) =>
              name === 'rolldown-runtime' ? FILE_NAME.replace('[name]', 'r') : FILE_NAME,
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
