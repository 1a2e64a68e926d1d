import { answered, inTurn, moveTo, type Screen, visible } from './screen.ts';

const AT = '2026-11-22T14:05:30.000Z';
const problem = (name: string, level: string, title: string, more: object = {}) => ({
  ...{ name, level, title, about: name.split('-')[0], link: null, warnings: [], links: [] },
  ...more,
});

/** One problem of each kind. */
const PROBLEMS = [
  problem('payments-dispute', 'serious', 'Open disputes', {
    meaning: 'A payer wants money back. Without an answer in time PayPal decides against you.',
    advice: 'Answer them in PayPal’s Resolution Center.',
    link: { label: 'Open the Resolution Center', href: 'https://www.paypal.com/resolutioncenter/' },
    warnings: [
      {
        ...{ kind: 'dispute', id: 3, at: AT, about: 'CUSTOMER.DISPUTE.CREATED' },
        ...{ amount: '20.00 USD', details: 'dispute PP-D-4012', subscriptionId: 1 },
      },
    ],
  }),
  problem('mail-refused full.example', 'advice', 'Mail: 1 refused at full.example', {
    meaning: '552 Mailbox full. These mails are not sent again.',
    advice: 'Look whether the addresses are right. Then dismiss them.',
    warnings: [
      {
        ...{ kind: 'mail', id: 9, at: AT, about: '“Your receipt” to robin.of.the.long.shore@full.example' },
        ...{ amount: null, details: '552 Mailbox full', subscriptionId: null },
      },
    ],
  }),
  problem('links-broken', 'advice', 'Links: 1 leads nowhere', {
    meaning: 'Learners who follow them find nothing.',
    advice: 'Open the item and change or remove the link. One that is right after all may stay.',
    links: [
      {
        ...{ id: 1, url: 'https://notes.example/2019/a-very-long-address-of-an-article-about-breath' },
        ...{ state: 'gone', checkedAt: AT, itemType: 'droplet', itemId: 1, title: 'Tomorrow, on Paper' },
      },
    ],
  }),
];

const WELL = [
  ['backups', 'Backups', 'The last one was made 12 hours ago, 184 MB.'],
  ['storage', 'Storage', 'It answers. The newest files are there.'],
  ['disk', 'Disk', '61 percent free, 24 GB.'],
  ['jobs', 'Jobs', '2 waiting. A film is at 64 percent.'],
  [
    'links',
    'Links',
    'None is known to lead nowhere. Each is asked once a week, last 3 minutes ago. Not checked: ' +
      'the site films.example asks programs to stay away. Could not be checked this week: notes.example.',
  ],
  ['clock', 'Clock', 'It agrees with the database.'],
  ['versions', 'Schema', 'Database and program fit together.'],
].map(([about, title, text]) => ({ about, title, text }));

const health = (problems: object[]) => ({
  lookedAt: AT,
  problems,
  well: WELL,
  mail: {
    lines: [
      { name: 'Waiting', value: 'None' },
      { name: 'Sent in a day', value: '41' },
    ],
    domains:
      problems.length === 0
        ? []
        : [{ domain: 'full.example', refused: 1, sent: '40', why: '552 Mailbox full' }],
  },
  versions: [
    { name: 'Stillwater', value: '0.1.0' },
    { name: 'Node', value: '24.15.0' },
    { name: 'Database', value: 'PostgreSQL 17.2' },
    { name: 'Schema', value: '0033-health' },
    { name: 'Films', value: 'ffmpeg 7.1' },
  ],
  hasRecipient: true,
});

const OVERVIEW = {
  settings: { at: '2026-11-18T10:00:00.000Z', by: 'ada' },
  people: { count: 412, isMore: false },
  newPeople: { count: 38, isMore: false },
  droplets: { count: 100, isMore: false },
  drafts: { count: 2, isMore: false },
  finished: 1284,
  paying: { count: 96, isMore: false },
  newPaying: { count: 9, isMore: false },
};

/** Opens the page by client-side navigation, so that its calls can be intercepted. */
const shows = (name: string, path: string, problems: object[]): Screen => ({
  name,
  group: 'Administration',
  who: 'admin',
  path: '/admin/settings',
  prepare: inTurn(
    answered('**/api/health*', 200, health(problems)),
    answered('**/api/overview', 200, OVERVIEW),
    moveTo(path),
    visible(path === '/admin' ? 'nav[aria-label="More for the owner"]' : '[data-part=verdict]'),
  ),
});

export const healthScreens: Screen[] = [
  shows('dashboard-attention', '/admin', PROBLEMS),
  shows('dashboard-well', '/admin', []),
  shows('health', '/admin/health', PROBLEMS),
  shows('health-well', '/admin/health', []),
];
