import { test } from 'vitest';
import type { EngineSite } from '../engine-site.ts';

/** Heading of the offline page. */
const OFFLINE = /connection|offline/i;

/** The last journey, because it stops the site. */
export function offlineJourneys(engineSite: EngineSite): void {
  test('an offline page is shown without a connection, also at a retry', async () => {
    const reader = await engineSite.newReader({ mayReport: /503|Failed to load|connect/i });
    await reader.enter();
    await reader.open('/app');
    await reader.until('the service worker is active', async () => {
      const { active } = await navigator.serviceWorker.ready;
      return active?.state === 'activated';
    });
    await engineSite.site().stop();
    await reader.tab.goto(`${engineSite.site().url}/explore`);
    await reader.see('heading', OFFLINE);
    await reader.press('button', 'Try Again');
    await reader.see('heading', OFFLINE);
  });
}
