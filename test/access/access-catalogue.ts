import {
  ADMIN,
  DRAFT,
  EDITOR,
  EDITOR_CREATED,
  EDITOR_EMPTY,
  NONE,
  OPEN,
  OPEN_EMPTY,
  type Row,
} from '../access-row.ts';

/* The catalogue's rows of the access table. */

const TEXT = { title: 'A title', description: 'A description of it.', imageUrl: '/covers/ocean/a.svg' };
const DROPLET = { ...TEXT, mediaUrl: 'https://video.example/a.mp4' };

export const catalogueRows: Row[] = [
  // Catalogue
  { call: 'GET /api/oceans', statuses: OPEN },
  { call: 'GET /api/oceans/:id', path: (its) => `/api/oceans/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/oceans/:id',
    about: 'a draft',
    path: (its) => `/api/oceans/${its.draft}`,
    statuses: DRAFT,
  },
  { call: 'GET /api/oceans/:id/waves', path: (its) => `/api/oceans/${its.published}/waves`, statuses: OPEN },
  {
    call: 'GET /api/oceans/:id/waves',
    about: 'under a draft',
    path: (its) => `/api/oceans/${its.draft}/waves`,
    statuses: DRAFT,
  },
  { call: 'GET /api/waves/:id', path: (its) => `/api/waves/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/waves/:id',
    about: 'under a draft',
    path: (its) => `/api/waves/${its.draft}`,
    statuses: DRAFT,
  },
  {
    call: 'GET /api/waves/:id/droplets',
    path: (its) => `/api/waves/${its.published}/droplets`,
    statuses: OPEN,
  },
  {
    call: 'GET /api/waves/:id/droplets',
    about: 'under a draft',
    path: (its) => `/api/waves/${its.draft}/droplets`,
    statuses: DRAFT,
  },
  { call: 'GET /api/droplets/:id', path: (its) => `/api/droplets/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/droplets/:id',
    about: 'under a draft',
    path: (its) => `/api/droplets/${its.draft}`,
    statuses: DRAFT,
  },
  {
    call: 'PUT /api/player-preferences',
    body: () => ({ speed: 1, muted: false, captions: true }),
    statuses: OPEN_EMPTY,
  },
  { call: 'GET /api/explore/keywords', statuses: OPEN },
  { call: 'GET /api/first-lesson', statuses: OPEN },
  { call: 'GET /api/shared/:kind/:id', path: (its) => `/api/shared/wave/${its.published}`, statuses: OPEN },
  {
    call: 'GET /api/shared/:kind/:id',
    about: 'a draft',
    path: (its) => `/api/shared/ocean/${its.draft}`,
    statuses: NONE,
  },
  {
    call: 'GET /api/oembed',
    path: (its) => `/api/oembed?url=http://localhost:3000/waves/${its.published}`,
    statuses: OPEN,
  },
  { call: 'GET /api/tree', statuses: OPEN },
  { call: 'GET /api/explore/droplets', statuses: OPEN },

  // Catalogue, by its owner
  {
    call: 'PUT /api/oceans/order',
    body: (its) => ({ ids: [its.spare, its.otherSpare, its.draft, its.published] }),
    statuses: EDITOR_EMPTY,
  },
  {
    call: 'PUT /api/oceans/:id/waves/order',
    path: (its) => `/api/oceans/${its.published}/waves/order`,
    body: (its) => ({ ids: [its.published] }),
    statuses: EDITOR_EMPTY,
  },
  {
    call: 'PUT /api/waves/:id/droplets/order',
    path: (its) => `/api/waves/${its.published}/droplets/order`,
    body: (its) => ({ ids: [its.published] }),
    statuses: EDITOR_EMPTY,
  },
  { call: 'POST /api/oceans', body: () => TEXT, statuses: EDITOR_CREATED },
  { call: 'POST /api/waves', body: (its) => ({ ...TEXT, oceanId: its.spare }), statuses: EDITOR_CREATED },
  {
    call: 'POST /api/droplets',
    body: (its) => ({ ...DROPLET, waveId: its.spare }),
    statuses: EDITOR_CREATED,
  },
  ...(['oceans', 'waves', 'droplets'] as const).flatMap((level): Row[] => [
    {
      call: `PUT /api/${level}/:id`,
      path: (its) => `/api/${level}/${its.spare}`,
      body: () => ({ title: 'Another title' }),
      statuses: EDITOR,
    },
    {
      call: `POST /api/${level}/:id/duplicate`,
      path: (its) => `/api/${level}/${its.spare}/duplicate`,
      statuses: EDITOR_CREATED,
    },
  ]),
  {
    call: 'POST /api/content/bulk',
    body: (its) => ({ type: 'droplet', ids: [its.spare], change: { action: 'unpublish' } }),
    statuses: EDITOR,
  },
  {
    call: 'GET /api/content/surroundings',
    path: (its) => `/api/content/surroundings?type=ocean&ids=${its.spare}`,
    statuses: EDITOR,
  },
  { call: 'GET /api/catalogue/export', statuses: ADMIN },
  { call: 'POST /api/catalogue/import', body: () => ({ oceans: [TEXT] }), statuses: EDITOR },
  { call: 'GET /api/catalogue/droplets.csv', statuses: ADMIN },
  {
    call: 'POST /api/waves/:id/droplets/import',
    about: 'with what is no table',
    path: (its) => `/api/waves/${its.spare}/droplets/import`,
    body: () => DROPLET,
    statuses: [401, 403, 403, 400, 400],
  },
  ...(['droplets', 'waves', 'oceans'] as const).map(
    (level): Row => ({
      call: `DELETE /api/${level}/:id`,
      path: (its) => `/api/${level}/${its.spare}`,
      statuses: EDITOR_EMPTY,
    }),
  ),

  // Texts and exercises
  {
    call: 'POST /api/writings',
    body: () => ({ kind: 'text', source: 'Breathe.' }),
    statuses: EDITOR_CREATED,
  },
  {
    call: 'GET /api/writings/:name',
    path: () => `/api/writings/${'0'.repeat(32)}.json`,
    statuses: [401, 403, 403, 404, 404],
  },
  {
    call: 'POST /api/content/check',
    body: (its) => ({ type: 'ocean', id: its.published }),
    statuses: EDITOR,
  },
  {
    call: 'GET /api/schedule',
    path: () => '/api/schedule?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
    statuses: EDITOR,
  },
  { call: 'GET /api/schedule/drafts', statuses: EDITOR },
  {
    call: 'GET /api/schedule/:type/:id',
    path: (its) => `/api/schedule/ocean/${its.published}`,
    statuses: EDITOR,
  },
  {
    call: 'PUT /api/schedule/:type/:id',
    path: () => '/api/schedule/ocean/999999',
    body: () => ({ expectedVersion: 1, publish: 'draft', unpublish: null }),
    statuses: [401, 403, 403, 404, 404],
  },
  { call: 'POST /api/writings/preview', body: () => ({ source: 'Breathe.' }), statuses: EDITOR },
];
