import { expect, test } from 'vitest';
import { checkWords, effectWords, importLabel, resultWords } from './import-words.ts';

const check = (part: object) => ({
  members: 50,
  fresh: 48,
  withPlan: 12,
  refused: 3,
  invitationsPerHour: 250,
  isSentAtNight: false,
  ...part,
});
const UNTIL = 'November 25, 2027';

test('a check says who is new, who is here, and what is refused', () => {
  expect(checkWords(check({}))).toBe('50 members: 48 new, 2 here already. 3 lines cannot be imported.');
  expect(checkWords(check({ members: 1, fresh: 0, refused: 0 }))).toBe('1 member: 0 new, 1 here already.');
  expect(checkWords(check({ members: 0, fresh: 0, refused: 1 }))).toBe(
    'Nobody in this file can be imported. 1 line cannot be imported.',
  );
});

test('the effect names people, access and mails, as they are chosen', () => {
  expect(effectWords(check({}), { until: null, isInviting: false })).toBe(
    'Adds 48 people. Sends no mail. Nobody loses anything.',
  );
  expect(effectWords(check({}), { until: UNTIL, isInviting: true })).toBe(
    `Adds 48 people. Opens everything for 12 people until ${UNTIL}. Sends 48 mails (none at night). ` +
      'Nobody loses anything.',
  );
});

test('mails are named with the hours in which they leave, and with their pace when they take more', () => {
  const many = check({ fresh: 10_000, added: 10_000, granted: 0, invited: 10_000 });
  expect(effectWords(many, { until: null, isInviting: true })).toBe(
    'Adds 10,000 people. Sends 10,000 mails (250 an hour, none at night). Nobody loses anything.',
  );
  expect(resultWords({ ...many, isSentAtNight: true } as never)).toBe(
    '10,000 people added, 10,000 mails (250 an hour, also at night: the site has no time zone) on the way.',
  );
});

test('the button says what it does, and there is none when it would do nothing', () => {
  const none = { until: null, isInviting: false };
  expect(importLabel(check({}), none)).toBe('Import 48 members');
  expect(importLabel(check({}), { ...none, isInviting: true })).toBe('Import 48 members and send 48 mails');
  expect(importLabel(check({ fresh: 0 }), none)).toBeNull();
  expect(importLabel(check({ fresh: 0 }), { ...none, until: UNTIL })).toBe('Give access to 12 members');
  expect(importLabel(check({ fresh: 0, withPlan: 1 }), { ...none, until: UNTIL })).toBe(
    'Give access to 1 member',
  );
  expect(importLabel(check({ fresh: 0, withPlan: 0 }), { ...none, until: UNTIL })).toBeNull();
});

test('a result says what was done', () => {
  const done = { added: 48, granted: 12, invited: 0, invitationsPerHour: 250 };
  expect(resultWords(done as never)).toBe('48 people added, 12 got access, no mail was sent.');
  expect(resultWords({ added: 0, granted: 0, invited: 0 } as never)).toBe(
    'Nobody was new, no mail was sent.',
  );
});
