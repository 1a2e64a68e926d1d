/* Groups of modules that share a file in the browser's build. */

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));
const within = (folder: RegExp, without: RegExp, rest = /(?:)/) =>
  new RegExp(`${folder.source}(?!${without.source})${rest.source}`);

/**
 * Sheets of pages with content, in one file to which every page links. All other sheets load with their code:
 * those of the landing page, pages of text, the account, the subscription and the administration, and those
 * that no first view needs (parts of the player, the end of a lesson, the last stop, offline items).
 */
const LEARNERS_SHEETS = [
  /src\/app\/(?!static-pages\/reading).*\.css/,
  /src\/platform\/design\/.*\.module\.css/,
  within(
    /src\/features\/catalogue\/web\//,
    /(player\/(controls|transcript)|viewer\/end|continue\/continue-card|welcome)/,
    /.*\.css/,
  ),
  /src\/features\/(favorites\/|offline\/web\/keep-slot).*\.css/,
  /src\/features\/subscriptions\/web\/dialog\/.*gate\.module\.css/,
];

/** Parts of the query library that only the tree, favorites, and lists with pages use. */
const FEW_PAGES_QUERIES =
  /.*\/(useQueries|queriesObserver|useMutationState|useInfiniteQuery|infiniteQueryObserver)/;

/**
 * Code that pages share, in few files. A first view fetches the entry, `site`, perhaps another group, and its
 * page. A group also includes the imports of its modules, unless an earlier group has them. Therefore the
 * most shared groups come first.
 */
export const CHUNKS = [
  {
    name: 'site',
    test: anyOf(
      /node_modules\/(react|react-dom|scheduler|wouter|regexparam|mitt)\//,
      within(/node_modules\/@tanstack\//, FEW_PAGES_QUERIES),
      within(
        /src\/platform\/web\//,
        /(counts|pages-query|use-debounced|(read-)?last-stop|own-path|local-date|early-actions\/repeat)/,
      ),
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
      /design\/form\/(validated-form|keep-field-focused|server-issues|lazy-rules|text-field|field-note)/,
    ),
  },
  {
    name: 'rules',
    test: anyOf(/node_modules\/(zod|@hookform)\//, /design\/form\/zod-resolver/, /text\/language-tag/),
  },
  // Cards, covers, hearts and lists, and the viewer's opening. The rest of the viewer is preloaded before a
  // press.
  {
    name: 'content',
    minShareCount: 2,
    test: anyOf(
      /features\/favorites\//,
      /features\/progress\/web\/(begun-part|seen\.)/,
      /features\/sharing\/(shared|web\/share-button)/,
      // Excludes code of two pages only: item-hero (ocean, wave) and selection (accordion, classic).
      within(
        /features\/catalogue\//,
        anyOf(
          /web\/(viewer|continue|items\/(use-lesson|layout-switch)|grid\/ocean-(grid|card))/,
          /web\/player\/(start-time|captions|controls|input|playback|transcript|video-link)/,
          /web\/(items\/selection\/(use-)?selection|grid\/item-hero)/,
          // Rules of administrators' forms, and other code of the administration.
          /contract\/(form-schemas|kinds|(write|writing|check)-calls)|shared\//,
        ),
      ),
      /catalogue\/web\/viewer\/(load-viewer|use-|viewer-address)/,
      /features\/subscriptions\/web\/dialog\/subscribe-(gate|button)/,
      /platform\/(web\/(counts)|design\/(list|state\/empty-state))/,
      /useMutationState/,
    ),
  },
  // Parts that only pages with all oceans show.
  {
    name: 'oceans',
    minShareCount: 2,
    test: /catalogue\/web\/(grid\/ocean-(grid|card)|continue\/continue-slot|items\/layout-switch)\./,
  },
  // Lists with pages: those of Explore, the account and administrators.
  { name: 'pages', test: /platform\/web\/pages-query|\/(useInfiniteQuery|infiniteQueryObserver)/ },
  // Content of the viewer in one file, because its parts compress better together.
  { name: 'viewer', test: /catalogue\/web\/viewer\/droplet(-viewer|\/droplet-(view|stage|about))/ },
  // Lessons without a player, in a file of their own because most droplets are films.
  {
    name: 'lessons',
    test: /catalogue\/web\/viewer\/lesson\/(lessons|text-lesson|interactive|external)/,
  },
  // Code of the editor and the settings.
  { name: 'uploads', minShareCount: 2, test: /features\/uploads\/web\// },
  // Sender of large files, loaded with the first upload.
  { name: 'tus', test: /node_modules\/(tus-js-client|js-base64|url-parse|querystringify|requires-port)\// },
  // The reader's progress, loaded after the first paint.
  {
    name: 'begun',
    test: anyOf(
      /features\/(progress\/(web\/remember|shared)|analytics\/(web|contract\/calls))\b/,
      /catalogue\/web\/(continue\/(?!continue-slot)|items\/use-lesson|player\/start-time)/,
      /catalogue\/web\/viewer\/(lesson\/read-time|end\/(again-icon|ask-to-play))/,
    ),
  },
  // Player of a film, and the end of the film.
  {
    name: 'player',
    test: anyOf(
      /catalogue\/web\/player\/(captions|controls|input|playback|transcript|video-link)/,
      /catalogue\/web\/viewer\/end\/(?!lazy)/,
    ),
  },
  {
    name: 'sign-up',
    minShareCount: 2,
    test: /features\/signups\/(web\/(?!take-return-address)|contract\/calls)/,
  },
  // Small card and links to other sign-in pages, of the login page and similar ones.
  { name: 'card', minShareCount: 2, test: /\/(auth-card|notice-card|return-to)\./ },
  // Dialog, notes and account page of the subscription.
  { name: 'subscription', minShareCount: 2, test: /features\/subscriptions\/web\// },
  // The account page and the pages that verify an address differ from the sign-in pages.
  {
    name: 'account',
    minShareCount: 2,
    // The sign-in page and administrators' pages have tabs. Passkeys load with their first use.
    test: anyOf(
      within(
        /features\/accounts\/web\//,
        anyOf(
          /email\/use-(prove-email|fragment-value)|notice-card|account\/account-queries|activity\//,
          /(passkeys|second-factor)\/(?!second-factor-query)|sign-in\/sign-in-f/,
        ),
      ),
      /platform\/design\/tabs/,
    ),
  },
  // Code that a login needs after its success, in one file. Last, because its imports belong to the login
  // page.
  {
    name: 'sign-in-flow',
    test: /@simplewebauthn\/|accounts\/web\/(passkeys\/ceremonies|sign-in\/sign-in-f|second-factor\/login)/,
  },
  // The first view's script contains every file's name, so code that a few pages share is in few files.
  { name: 'reading', minShareCount: 2, test: /\/(rich-text|page-text|reading-frame|unwrap)\./ },
  { name: 'intro', minShareCount: 2, test: /\/(use-intro|intro-defaults)\./ },
  {
    name: 'links',
    minShareCount: 2,
    test: /\/(use-fragment-token|use-prove-email)\.|features\/(letter\/web\/|gifts\/contract\/calls)/,
  },
  // Sheets of all administrators' pages in one file, because the first view's script contains every file's
  // name.
  { name: 'owner', test: /features\/admin\/web\/.*\.css/ },
  { name: 'dialog', minShareCount: 2, test: /platform\/design\/(dialog\/|radios|state\/load-failure)/ },
  {
    name: 'admin',
    minShareCount: 2,
    test: anyOf(
      // Excludes the names of settings, whose defaults are large.
      /features\/(admin\/web(?!\/texts\/(setting-screen|texts-address))|settings\/web\/all-settings)/,
      /design\/form\/(field\.|use-unsaved)|design\/admin/,
      /features\/catalogue\/(contract\/(form-schemas|kinds|(write|writing|check)-calls)|shared\/)/,
      /platform\/web\/use-debounced/,
    ),
  },
  // Code of the landing page's end, and of a page to which it links.
  { name: 'entering', minShareCount: 2, test: /\/(take-return-address|use-letter-offered)\./ },
  // Code that stores items for offline use, loaded when its slot comes into view. Last, because its imports
  // belong to others.
  { name: 'kept', test: /features\/offline\/web\/(?!keep-slot)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));
