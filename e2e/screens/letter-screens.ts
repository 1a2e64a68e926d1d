import type { Page } from 'playwright-core';
import { answered, inTurn, moveTo, press, type Screen, typed, visible } from './screen.ts';

const letter = (name: string, path: string, more: Partial<Screen> = {}): Screen => ({
  name,
  group: 'Weekly letter',
  who: 'entered',
  path,
  ...more,
});

const LINK = '/letter/link#token=0123456789abcdef0123456789abcdef';
const LETTER = {
  offered: true,
  on: true,
  day: 1,
  hour: 7,
  timeZone: 'Europe/Berlin',
  rhythm: 'weekly',
  nextAt: '2026-11-23T06:00:00.000Z',
};
/** Shows the member's letter with these fields changed. */
const having = (fields: Partial<typeof LETTER>) => (page: Page) =>
  answered('**/api/letter', 200, { ...LETTER, ...fields })(page);
const outcome = (fields: object) => answered('**/api/letter/link', 200, { ...LETTER, ...fields });

/** Screens of the letter's settings, and of the pages behind its links. */
export const letterScreens: Screen[] = [
  letter('letter-account', '/contact', {
    who: 'free',
    before: having({}),
    prepare: inTurn(moveTo('/account'), visible('text=How often')),
  }),
  letter('letter-ask', '/letter'),
  letter('letter-asked', '/letter', {
    before: answered('**/api/letter/ask', 200, { status: 'link-sent' }),
    prepare: inTurn(
      typed('Email address', 'maren@example.org'),
      press('Send me one lesson a week'),
      visible('text=Check Your Email'),
    ),
  }),
  letter('letter-confirm', `${LINK}&day=1&hour=7&zone=UTC`, {
    prepare: visible('text=Confirm the letter'),
  }),
  letter('letter-stop', `${LINK}&do=stop`, { prepare: visible('text=Stop the letters?') }),
  letter('letter-stopped', `${LINK}&do=stop`, {
    before: outcome({ on: false, nextAt: null }),
    prepare: inTurn(press('Stop the letters'), visible('text=The letters have stopped')),
  }),
  letter('letter-paused', `${LINK}&do=pause`, {
    before: outcome({ rhythm: 'paused' }),
    prepare: inTurn(press('Pause 4 weeks'), visible('text=The letters are paused')),
  }),
  letter('letter-dead-link', `${LINK}&do=monthly`, {
    prepare: inTurn(press('Monthly instead'), visible('main [role=alert]')),
  }),
];
