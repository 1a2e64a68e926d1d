import type { Page } from 'playwright-core';
import { toPanel } from '../offline/kept-pages.ts';
import { failing, inTurn, moveTo, never, press, type Screen, visible } from './screen.ts';

/* Ids follow the order of the demo catalogue, or that of made-content.ts. */

const learn = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Learning',
  who: 'entered',
  path,
  ...more,
});
const layout = (name: string, path: string, more: Partial<Screen> = {}): Screen =>
  learn(name, path, { group: 'Layouts', ...more });
/** Navigates within the site while the server does not respond. */
const loading = (name: string, path: string, calls: string, who: Screen['who'] = 'entered'): Screen =>
  learn(name, '/contact', {
    group: 'Waiting and failing',
    who,
    before: never(calls),
    prepare: inTurn(moveTo(path), (page) => page.waitForTimeout(500)),
  });
const failed = (name: string, path: string, calls: string, who: Screen['who'] = 'entered'): Screen =>
  learn(name, '/contact', {
    group: 'Waiting and failing',
    who,
    before: failing(calls),
    prepare: inTurn(moveTo(path), visible('main [role=alert]')),
  });

/** Makes the browser's storage full, too. */
const fullStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError');
    };
  });

/** Hides the free storage, which differs between machines. */
const offeredToKeep: Pick<Screen, 'before' | 'prepare'> = {
  before: (page) =>
    page.addInitScript(() => {
      navigator.storage.estimate = async () => ({ quota: 12e9, usage: 0 });
    }),
  prepare: inTurn(toPanel, visible('[data-part=keep] button')),
};

/**
 * Reopens the page as a reader who has finished these droplets of the first wave and stopped in others, some
 * days ago.
 */
const having = (seen: number[], stopped: number[], shows: string, daysAgo = 0) =>
  inTurn(
    (page) =>
      page.evaluate(
        ([done, begun, days]) => {
          const before = Date.now() - 60_000 - days * 86_400_000;
          const report = (dropletId: number, seenAt: number | null) => ({
            ...{ dropletId, waveId: 1, oceanId: 1, total: 8 },
            ...{ position: 25_000, furthest: 25_000, seenAt, at: before + dropletId },
          });
          const reports = [...done.map((id) => report(id, id)), ...begun.map((id) => report(id, null))];
          localStorage.setItem('stillwater.progress', JSON.stringify(reports));
        },
        [seen, stopped, daysAgo] as const,
      ),
    (page) => page.reload(),
    visible(shows),
  );
const continued = having([1, 2], [3], '[data-part=continue]');
/** Makes a droplet due for repetition. */
const dueAgain = (page: Page) =>
  page.evaluate(() =>
    localStorage.setItem('stillwater.again', JSON.stringify([{ dropletId: 1, waveId: 1, step: 0, at: 1 }])),
  );
const offeredAgain = inTurn(dueAgain, having([1, 2], [3], 'text=You wanted this again'));
/** Shows the welcome after three days without a lesson. */
const welcomed = inTurn(dueAgain, having([1, 2], [3], '[data-part=welcome]', 4));
const allOfAWave = (shows: string) => having([1, 2, 3, 4, 5, 6, 7, 8], [], shows);

/** Screens of learners. */
export const learnerScreens: Screen[] = [
  learn('app', '/app'),
  learn('app-continue', '/app', { prepare: continued }),
  learn('app-again', '/app', { prepare: offeredAgain }),
  learn('app-welcome', '/app', { prepare: welcomed }),
  learn('viewer-again', '/waves/1?droplet=1', { prepare: having([1], [], '[data-part=again]') }),
  learn('home-continue', '/', { prepare: continued }),
  learn('wave-through', '/waves/1', { prepare: allOfAWave('text=You have been all the way through') }),
  layout('accordion-seen', '/accordion?ocean=1&wave=1', { prepare: having([1, 2], [3], 'text=2 seen') }),
  layout('tree-seen', '/tree', { prepare: allOfAWave('text=Seen to the end') }),
  learn('ocean', '/oceans/1'),
  learn('ocean-locked', '/oceans/2'),
  learn('wave', '/waves/1'),
  learn('wave-keep', '/waves/1', offeredToKeep),
  // The wave's samples can be kept on the device. That panel must load before the Tab stops are counted.
  learn('wave-locked', '/waves/2', offeredToKeep),
  learn('wave-sample', '/waves/3'),
  learn('wave-open', '/waves/2', { who: 'subscriber' }),
  learn('droplet', '/droplets/3'),
  learn('droplet-locked', '/droplets/12'),
  learn('item-missing', '/oceans/99999'),
  layout('explore', '/explore'),
  layout('explore-search', '/explore?q=breath'),
  layout('explore-keyword', '/explore?keyword=pause'),
  layout('explore-nothing', '/explore?q=xqzvwk'),
  layout('accordion', '/accordion?ocean=1&wave=1'),
  layout('accordion-closed', '/accordion'),
  layout('tree', '/tree'),
  layout('classic', '/classic'),
  layout('classic-ocean', '/classic?ocean=1'),
  layout('classic-wave', '/classic?ocean=1&wave=2'),
  learn('user-menu', '/app', { who: 'free', layer: true, prepare: press(/^Account: /) }),
  learn('toast', '/waves/1', {
    who: 'free',
    layer: true,
    // The browser stores the favorite instead, so that the reader's account stays unchanged for other
    // screens.
    before: failing('**/api/favorites'),
    prepare: inTurn(press(/favorite/i, 'main'), visible('[data-part=toast]')),
  }),
  learn('toast-failed', '/waves/1', {
    who: 'free',
    layer: true,
    before: failing('**/api/favorites'),
    prepare: inTurn(fullStorage, press(/favorite/i, 'main'), visible('[data-part=toast][data-kind=bad]')),
  }),
  learn('favorites', '/favorites', { who: 'free' }),
  learn('favorites-waves', '/favorites?tab=waves', { who: 'free' }),
  learn('favorites-droplets', '/favorites?tab=droplets', { who: 'free' }),
  learn('favorites-keep', '/favorites?tab=droplets', { who: 'free', ...offeredToKeep }),
  learn('favorites-none', '/favorites', { who: 'expired' }),
  loading('app-loading', '/app', '**/api/oceans*'),
  loading('ocean-loading', '/oceans/1', '**/api/oceans/**'),
  loading('wave-loading', '/waves/1', '**/api/waves/**'),
  loading('explore-loading', '/explore', '**/api/**'),
  loading('accordion-loading', '/accordion', '**/api/oceans**'),
  loading('tree-loading', '/tree', '**/api/**'),
  loading('classic-loading', '/classic', '**/api/oceans**'),
  loading('favorites-loading', '/favorites', '**/api/favorites/items*', 'free'),
  loading('droplet-loading', '/droplets/3', '**/api/droplets/**'),
  failed('app-failed', '/app', '**/api/oceans*'),
  failed('ocean-failed', '/oceans/1', '**/api/oceans/**'),
  failed('wave-failed', '/waves/1', '**/api/waves/**'),
  failed('explore-failed', '/explore', '**/api/**'),
  failed('explore-keywords-failed', '/explore', '**/api/explore/keywords*'),
  failed('accordion-failed', '/accordion', '**/api/oceans**'),
  failed('tree-failed', '/tree', '**/api/**'),
  failed('classic-failed', '/classic', '**/api/oceans**'),
  failed('droplet-failed', '/droplets/3', '**/api/droplets/**'),
  failed('favorites-failed', '/favorites', '**/api/favorites/items*', 'free'),
  ...(['app', 'explore', 'accordion', 'tree', 'classic'] as const).flatMap((page) => [
    learn(`${page}-empty`, `/${page}`, { group: 'Extremes', content: 'empty' }),
    learn(`${page}-hundreds`, `/${page}`, { group: 'Extremes', content: 'made' }),
  ]),
  learn('ocean-long', '/oceans/1', { group: 'Extremes', content: 'made' }),
  learn('ocean-one', '/oceans/2', { group: 'Extremes', content: 'made' }),
  learn('ocean-empty', '/oceans/3', { group: 'Extremes', content: 'made' }),
  learn('ocean-hundreds', '/oceans/4', { group: 'Extremes', content: 'made' }),
  learn('wave-long', '/waves/1', { group: 'Extremes', content: 'made' }),
  learn('wave-one', '/waves/2', { group: 'Extremes', content: 'made' }),
  learn('wave-empty', '/waves/3', { group: 'Extremes', content: 'made' }),
  learn('wave-hundreds', '/waves/4', { group: 'Extremes', content: 'made' }),
];
