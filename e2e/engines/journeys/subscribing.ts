import { test } from 'vitest';
import { findLocked } from '../../support/subscribers.ts';
import type { EngineSite } from '../engine-site.ts';

export function subscribingJourneys(engineSite: EngineSite): void {
  test('a visitor opens a locked film, pays a test payment and can play it', async () => {
    const locked = await findLocked(engineSite.site());
    const reader = await engineSite.newReader();
    await reader.enter();
    await reader.open(`/waves/${locked.waveId}?droplet=${locked.dropletId}`);
    await reader.press('button', 'Subscribe Now');
    await reader.see('heading', 'Subscribe to Stillwater');
    await reader.press('button', 'Pay by card or wallet');
    await reader.press('button', /^Approve/);
    await reader.read('Subscription Activated');
    await reader.see('button', /^Play /);
    await reader.press('button', 'Close');
    await reader.doNotSee('button', 'Subscribe Now');
  });
}
