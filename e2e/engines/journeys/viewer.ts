import { expect, test } from 'vitest';
import { demoIds } from '../../support/demo-ids.ts';
import type { Room } from '../room.ts';

export function viewerJourneys(room: Room): void {
  test('the viewer opens, steps by arrows, and closes by button, Escape and Back', async () => {
    const ids = await demoIds(room.site());
    const wave = `/waves/${ids['one-thing-at-a-time']}`;
    const reader = await room.newReader();
    await reader.enter();
    await reader.open(wave);
    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    expect(await reader.address()).toBe(`${wave}?droplet=${ids['the-clear-table']}`);
    await reader.key('ArrowRight');
    await reader.read('3 of 8');
    await reader.key('ArrowLeft');
    await reader.read('2 of 8');
    await reader.press('button', /^Next droplet/);
    await reader.read('3 of 8');
    await reader.press('button', /^Previous droplet/);
    await reader.read('2 of 8');
    await reader.press('button', 'Close');
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);

    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    await reader.key('Escape');
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);

    await reader.press('link', 'The Clear Table');
    await reader.read('2 of 8');
    await reader.tab.goBack();
    await reader.see('link', 'The Clear Table');
    expect(await reader.address()).toBe(wave);
  });
}
