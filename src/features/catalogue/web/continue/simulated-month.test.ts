import { expect, test } from 'vitest';
import type { MarkInWave, Progress } from '#features/progress/contract/schemas.ts';
import { afterSeen, mergeAllMarks } from '#features/progress/shared/marks.ts';
import { mergeAll } from '#features/progress/shared/merge-reports.ts';
import { type ReportInWave, summarize } from '#features/progress/shared/summarize.ts';
import { DAY } from '#platform/text/time-units.ts';
import type { Droplet, Wave } from '../../contract/schemas.ts';
import { isWelcomeDue, isWelcomed } from '../welcome/away.ts';
import { chooseWelcome } from '../welcome/choose-welcome.ts';
import { findContinuation } from './find-continuation.ts';

const START = Date.UTC(2026, 0, 1, 8);
/** Two waves of eight droplets: 1 to 8, and 9 to 16. */
const waveOf = (dropletId: number) => (dropletId > 8 ? 2 : 1);
const droplets = Array.from(
  { length: 16 },
  (_, n) => ({ id: n + 1, waveId: waveOf(n + 1), locked: false }) as Droplet,
);
const dropletsIn = async (waveId: number) => droplets.filter((droplet) => droplet.waveId === waveId);
const waves = [1, 2].map((id) => ({ id, oceanId: 1 }) as Wave);
const catalogue = {
  wave: async (id: number) => waves.find((wave) => wave.id === id) ?? null,
  wavesIn: async () => waves,
  dropletsIn,
};
const NONE_SAVED = { oceans: [], waves: [], droplets: [] };

interface Stored {
  reports: ReportInWave[];
  marks: MarkInWave[];
}

interface Device {
  /** Reports that wait to be sent. */
  waiting: Stored;
  /** The account's last response. */
  known: Stored;
}

const NOTHING: Stored = { reports: [], marks: [] };

/** The first screen of a reader with this progress, as words, and the lesson that they then see. */
async function firstScreen(progress: Progress, now: number): Promise<{ words: string; shown?: number }> {
  const next = await findContinuation(progress, dropletsIn, now);
  const offer = { words: next ? `${next.again ? 'again ' : ''}${next.droplet.id}` : 'nothing' };
  const shown = next?.droplet.id;
  if (!isWelcomeDue(progress, now)) return { ...offer, ...(shown && { shown }) };
  const begun = await findContinuation(progress, dropletsIn, null);
  const state = { progress, saved: NONE_SAVED, next: begun?.droplet ?? null };
  const { welcome } = isWelcomed(progress, now)
    ? progress
    : { welcome: await chooseWelcome(state, catalogue, now) };
  const ids = welcome?.lessons.map(({ dropletId }) => dropletId);
  return ids ? { words: `welcome ${ids}`, shown: ids[0] as number } : { ...offer, ...(shown && { shown }) };
}

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
    // The reader changes the device every day. The second one is offline on days 9 and 11.
    const offline = day === 9 || day === 11;
    if (!offline) sync(device);
    const known = joined(device.known, device.waiting);
    const progress = { ...summarize(known.reports), again: known.marks, remembers: true, welcome: null };
    const { words, shown = day === 0 ? 1 : undefined } = await firstScreen(progress, now);
    screens.push(words);

    // The reader sees what is offered, and on day 0 the first lesson, which they mark. They are away from day
    // 20 to 25.
    if (shown === undefined || (day >= 20 && day <= 25)) continue;
    const at = now + 1_000;
    const stop = { waveId: waveOf(shown), oceanId: 1, total: 8, position: 50_000, furthest: 50_000 };
    const reports = [{ ...stop, dropletId: shown, seenAt: at, at }];
    const mark = known.marks.find(({ dropletId }) => dropletId === shown);
    const asked = day === 0 ? [{ dropletId: 1, waveId: 1, step: 0, at }] : [];
    device.waiting = joined(device.waiting, { reports, marks: mark ? [afterSeen(mark, at)] : asked });
    // A pause sends the reports.
    if (!offline) sync(device);
  }
  expect(screens).toEqual([
    ...['nothing', '2', 'again 1', '3', '4', '5', '6', '7', '8'],
    // The reader saw it offline on day 9, so the other device offers it on day 10.
    ...['again 1', 'again 1', '8'],
    // After three days without a lesson, the welcome offers the ocean's other wave. At the next absence one
    // lesson is left, too few for a welcome.
    ...['nothing', 'nothing', 'welcome 9,10,11', '10', '11', '12', '13', '14'],
    ...Array(7).fill('15'),
    ...['16', 'nothing', 'nothing', 'nothing', 'again 1'],
  ]);
});

const joined = (a: Stored, b: Stored): Stored => ({
  reports: mergeAll([...a.reports, ...b.reports]),
  marks: mergeAllMarks([...a.marks, ...b.marks]),
});
