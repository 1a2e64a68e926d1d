import { expect, test } from 'vitest';
import { SECURITY_EVENT_KINDS } from '#features/audit-log/contract/security-event-kinds.ts';
import { describeEvent } from './describe-event.ts';

test('every kind of event has a sentence of its own', () => {
  const sentences = SECURITY_EVENT_KINDS.map((kind) => describeEvent({ kind, detail: null }));
  expect(new Set(sentences).size).toBe(SECURITY_EVENT_KINDS.length);
  expect(sentences).not.toContain('Something changed in your account');
});

test.each([
  ['login', 'passkey', 'You logged in with a passkey'],
  ['login', 'password', 'You logged in'],
  ['sessions-ended', 'one', 'You logged out another device'],
  ['role-changed', 'free', 'Your subscription ended'],
  ['settings-changed', 'Monthly price', 'You changed the setting “Monthly price”'],
  ['of-the-next-version', null, 'Something changed in your account'],
])('the event %s with the detail %s is told as %s', (kind, detail, sentence) => {
  expect(describeEvent({ kind, detail })).toBe(sentence);
});
