import {
  addFavorite,
  checkFavorites,
  listFavoriteItems,
  listFavorites,
} from '#features/favorites/contract/calls.ts';
import { getProgress } from '#features/progress/contract/calls.ts';
import type { RequestKind, VisitRequest } from '../day/visit.ts';
import { type Learner, reportOf } from '../progress/members.ts';

/** Requests of one kind, sent in random order, and their share in percent. */
export interface Sort {
  share: number;
  requests: VisitRequest[];
}

const ENTERED = { cookie: 'stillwater_entered=1', 'accept-encoding': 'br' };
const PAGES = ['/', '/app', '/explore', '/oceans/1', '/oceans/2', '/waves/1', '/waves/2', '/droplets/3'];
const CALLS = [
  '/api/oceans',
  '/api/oceans/1/waves',
  '/api/waves/1/droplets',
  '/api/droplets/3',
  '/api/explore/droplets?limit=40',
];
const MEMBERS_PAGES = ['/app', '/waves/1', '/favorites', '/account'];
const HEARTS = [1, 2, 3, 4, 5];

const read = (kind: RequestKind, path: string, headers: Record<string, string>): VisitRequest => ({
  kind,
  method: 'GET',
  path,
  headers,
  status: 200,
});

/**
 * Returns the requests of a quiet evening: visitors, members who read and write, and the files of a first
 * visit.
 */
export async function mixOf(url: string, learners: readonly Learner[]): Promise<Sort[]> {
  const reading = ({ cookie }: Learner) => ({ cookie, 'accept-encoding': 'br' });
  const checked = HEARTS.map((id) => `droplet:${id}`).join(',');
  const membersCalls = [
    listFavorites.path,
    listFavoriteItems.path,
    `${checkFavorites.path}?items=${checked}`,
    getProgress.path,
    '/api/user',
  ];
  return [
    { share: 10, requests: PAGES.map((path) => read('page', path, ENTERED)) },
    { share: 20, requests: CALLS.map((path) => read('call', path, ENTERED)) },
    {
      share: 5,
      requests: learners.flatMap((one) => MEMBERS_PAGES.map((path) => read('page', path, reading(one)))),
    },
    {
      share: 25,
      requests: learners.flatMap((one) => membersCalls.map((path) => read('call', path, reading(one)))),
    },
    { share: 5, requests: learners.flatMap(writesOf) },
    { share: 35, requests: (await filesOf(url)).map((path) => read('file', path, ENTERED)) },
  ];
}

function writesOf(learner: Learner): VisitRequest[] {
  const headers = { cookie: learner.cookie, 'csrf-token': learner.csrfToken };
  const json = { ...headers, 'content-type': 'application/json' };
  const hearts = HEARTS.flatMap((itemId) =>
    [addFavorite.method, 'DELETE'].map((method) => ({
      kind: 'write' as const,
      method,
      path: addFavorite.path,
      headers: json,
      body: JSON.stringify({ itemType: 'droplet', itemId }),
      status: 204,
    })),
  );
  return [...hearts, ...HEARTS.map(() => ({ ...reportOf(learner), kind: 'write' as const, status: 204 }))];
}

/** Lists the scripts, styles, fonts and pictures of a page. */
async function filesOf(url: string): Promise<string[]> {
  const response = await fetch(`${url}/app`, { headers: ENTERED });
  const named = (await response.text()).matchAll(
    /(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg|avif|webp|png))"/g,
  );
  const files = [...new Set([...named].map(([, path = '']) => path))];
  if (files.length === 0) throw new Error('The page links to no file.');
  return files;
}
