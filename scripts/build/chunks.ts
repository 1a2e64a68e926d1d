/* The groups of code that share a file in the browser's build. */

const anyOf = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));
const within = (folder: RegExp, without: RegExp, rest = /(?:)/) =>
  new RegExp(`${folder.source}(?!${without.source})${rest.source}`);

/**
 * The sheets of pages with content: one file, which every page links to. Other sheets come with their code:
 * those of the landing page, pages of words, the account, the subscription and the administration, and of
 * what no first view shows: the player's parts, the end of a lesson, the last stop, and what is kept without
 * a connection.
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
 * page. A group also takes the imports of its modules, unless an earlier group has them: the most shared
 * groups come first.
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
          /web\/player\/(start-time|captions|controls|playback|transcript|video-link)/,
          /web\/(items\/selection\/(use-)?selection|grid\/item-hero)/,
          // The rules of administrators' forms, and what else is theirs.
          /contract\/(form-schemas|kinds|(write|writing|check)-calls)|shared\//,
        ),
      ),
      /catalogue\/web\/viewer\/(load-viewer|use-|viewer-address)/,
      /features\/subscriptions\/web\/dialog\/subscribe-(gate|button)/,
      /platform\/(web\/(counts)|design\/(list|state\/empty-state))/,
      /useMutationState/,
    ),
  },
  // Parts that only pages of all oceans show.
  {
    name: 'oceans',
    minShareCount: 2,
    test: /catalogue\/web\/(grid\/ocean-(grid|card)|continue\/continue-slot|items\/layout-switch)\./,
  },
  // Lists that come in pages: of Explore, the account and administrators.
  { name: 'pages', test: /platform\/web\/pages-query|\/(useInfiniteQuery|infiniteQueryObserver)/ },
  // The inside of the viewer in one file: its parts compress better together.
  { name: 'viewer', test: /catalogue\/web\/viewer\/droplet(-viewer|\/droplet-(view|stage|about))/ },
  // Lessons without a player: most droplets are films.
  {
    name: 'lessons',
    test: /catalogue\/web\/viewer\/lesson\/(lessons|text-lesson|interactive|external)/,
  },
  // The editor's and the settings'.
  { name: 'uploads', minShareCount: 2, test: /features\/uploads\/web\// },
  // The sender of large files: with the first upload.
  { name: 'tus', test: /node_modules\/(tus-js-client|js-base64|url-parse|querystringify|requires-port)\// },
  // The reader's progress, stored and shown: after the first paint.
  {
    name: 'begun',
    test: anyOf(
      /features\/(progress\/(web\/remember|shared)|analytics\/(web|contract\/calls))\b/,
      /catalogue\/web\/(continue\/(?!continue-slot)|items\/use-lesson|player\/start-time)/,
      /catalogue\/web\/viewer\/(lesson\/read-time|end\/(again-icon|ask-to-play))/,
    ),
  },
  // The player of a film, and its end.
  {
    name: 'player',
    test: anyOf(
      /catalogue\/web\/player\/(captions|controls|playback|transcript|video-link)/,
      /catalogue\/web\/viewer\/end\/(?!lazy)/,
    ),
  },
  {
    name: 'sign-up',
    minShareCount: 2,
    test: /features\/signups\/(web\/(?!take-return-address)|contract\/calls)/,
  },
  // A small card, and the way to signing in and back: of the login page and of others.
  { name: 'card', minShareCount: 2, test: /\/(auth-card|notice-card|return-to)\./ },
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
          /email\/use-(prove-email|fragment-value)|notice-card|account\/account-queries|activity\//,
          /(passkeys|second-factor)\/(?!second-factor-query)|sign-in\/sign-in-f/,
        ),
      ),
      /platform\/design\/tabs/,
    ),
  },
  // Code that a login needs once somebody is there, in one file. Last: its imports belong to the login page.
  {
    name: 'sign-in-flow',
    test: /@simplewebauthn\/|accounts\/web\/(passkeys\/ceremonies|sign-in\/sign-in-f|second-factor\/login)/,
  },
  // Every file's name is in the script of the first view: what a few pages share comes in few files.
  { name: 'reading', minShareCount: 2, test: /\/(rich-text|page-text|reading-frame|unwrap)\./ },
  { name: 'intro', minShareCount: 2, test: /\/(use-intro|intro-defaults)\./ },
  {
    name: 'links',
    minShareCount: 2,
    test: /\/(use-fragment-token|use-prove-email)\.|features\/(letter\/web\/|gifts\/contract\/calls)/,
  },
  // The sheets of all administrators' pages: every file's name is in the script of the first view.
  { name: 'owner', test: /features\/admin\/web\/.*\.css/ },
  { name: 'dialog', minShareCount: 2, test: /platform\/design\/(dialog\/|radios|state\/load-failure)/ },
  {
    name: 'admin',
    minShareCount: 2,
    test: anyOf(
      // Without the names of settings, whose defaults are large.
      /features\/(admin\/web(?!\/texts\/(setting-screen|texts-address))|settings\/web\/all-settings)/,
      /design\/form\/(field\.|use-unsaved)|design\/admin/,
      /features\/catalogue\/(contract\/(form-schemas|kinds|(write|writing|check)-calls)|shared\/)/,
      /platform\/web\/use-debounced/,
    ),
  },
  // Code of the landing page's end, and of a page that it leads to.
  { name: 'entering', minShareCount: 2, test: /\/(take-return-address|use-letter-offered)\./ },
  // Code that keeps items for use without a connection: loads when its slot comes into view. Last, because
  // its imports belong to others.
  { name: 'kept', test: /features\/offline\/web\/(?!keep-slot)/ },
].map((group, index, all) => ({ ...group, priority: all.length - index }));
