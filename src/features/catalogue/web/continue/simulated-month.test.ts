import { expect, test } from 'vitest';
import type { PlacedMark } from '#features/progress/contract/schemas.ts';
import { afterSeen, mergeAllMarks } from '#features/progress/shared/marks.ts';
import { mergeAll } from '#features/progress/shared/merge-reports.ts';
import { type PlacedReport, summarize } from '#features/progress/shared/summarize.ts';
import type { Droplet } from '../../contract/schemas.ts';
import { findContinuation } from './find-continuation.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1, 8);
const droplets = Array.from({ length: 8 }, (_, n) => ({ id: n + 1, locked: false }) as Droplet);

interface Stored {
  reports: PlacedReport[];
  marks: PlacedMark[];
}

interface Device {
  /** Not sent yet. */
  waiting: Stored;
  /** What the account answered last. */
  known: Stored;
}

const NOTHING: Stored = { reports: [], marks: [] };

test('a simulated month on two devices shows the right first screen every day', async () => {
  const devices = [0, 1].map((): Device => ({ waiting: NOTHING, known: NOTHING }));
  let account = NOTHING;
  const sync = (device: Device) => {
    account = joined(account, device.waiting);
    Object.assign(device, { waiting: NOTHING, known: account });
  };
  const screens: string[] = [];
  for (let day = 0; day <= 31; day++) {
    const now = START + day * DAY;
    const device = devices[day % 2] as Device;
    // One device each day. The second one is offline on days 9 and 11.
    const offline = day === 9 || day === 11;
    if (!offline) sync(device);
    const known = joined(device.known, device.waiting);
    const progress = { ...summarize(known.reports), again: known.marks };
    const next = await findContinuation(progress, async () => droplets, now);
    screens.push(next ? `${next.again ? 'again ' : ''}${next.droplet.id}` : 'nothing');

    // They see what is offered; on day 0 the first one, which they want to see again. Day 20 to 25: away.
    const shown = next?.droplet.id ?? (day === 0 ? 1 : undefined);
    if (shown === undefined || (day >= 20 && day <= 25)) continue;
    const at = now + 1_000;
    const place = { waveId: 1, oceanId: 1, total: 8, position: 50_000, furthest: 50_000 };
    const reports = [{ ...place, dropletId: shown, seenAt: at, at }];
    const mark = known.marks.find(({ dropletId }) => dropletId === shown);
    const asked = day === 0 ? [{ dropletId: 1, waveId: 1, step: 0, at }] : [];
    device.waiting = joined(device.waiting, { reports, marks: mark ? [afterSeen(mark, at)] : asked });
    // A pause sends it.
    if (!offline) sync(device);
  }
  expect(screens).toEqual([
    ...['nothing', '2', 'again 1', '3', '4', '5', '6', '7', '8'],
    // Seen again offline on day 9, which the other device cannot know on day 10.
    ...['again 1', 'again 1', '8'],
    ...Array(19).fill('nothing'),
    'again 1',
  ]);
});

const joined = (a: Stored, b: Stored): Stored => ({
  reports: mergeAll([...a.reports, ...b.reports]),
  marks: mergeAllMarks([...a.marks, ...b.marks]),
});
