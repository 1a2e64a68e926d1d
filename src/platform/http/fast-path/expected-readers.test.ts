import { expect, test } from 'vitest';
import type { Member, Reader } from '../serve/reader.ts';
import { ExpectedReaders } from './expected-readers.ts';

const reader: Member = { userId: 1, tier: 'subscriber', sessionHash: 'hash' };

/** A session whose reader a test decides, and the bodies made for it, in the order of their beginnings. */
function setUp() {
  const readers = new ExpectedReaders();
  const made: string[] = [];
  const make = async ({ userId, tier }: Reader) => {
    made.push(`${userId} ${tier}`);
    return `of ${userId}, ${tier}`;
  };
  const ask = (found: Reader | null | Error, session = 'id') =>
    readers.answer(
      session,
      async () => {
        made.push('session');
        if (found instanceof Error) throw found;
        return found;
      },
      make,
    );
  return { readers, made, ask };
}

test('a body is begun before its session is found, if the session is known', async () => {
  const { made, ask } = setUp();
  for (let times = 0; times < 2; times += 1)
    expect(await ask(reader)).toEqual({ reader, body: 'of 1, subscriber' });
  expect(made).toEqual(['session', '1 subscriber', '1 subscriber', 'session']);
  made.length = 0;
  await ask(reader, 'another');
  expect(made).toEqual(['session', '1 subscriber']);
});

test.each<[string, Partial<Member>]>([
  ['tier', { tier: 'free' }],
  ['member', { userId: 2 }],
])('a session with another %s gets no body of its former reader', async (_, change) => {
  const { ask } = setUp();
  const changed = { ...reader, ...change };
  await ask(reader);
  for (let times = 0; times < 2; times += 1)
    expect(await ask(changed)).toEqual({ reader: changed, body: `of ${changed.userId}, ${changed.tier}` });
});

test('a session that has ended gets no body, and no second early one', async () => {
  const { made, ask } = setUp();
  await ask(reader);
  expect(await ask(null)).toBeUndefined();
  made.length = 0;
  expect(await ask(null)).toBeUndefined();
  expect(made).toEqual(['session']);
});

test('a failed lookup and a failed body are errors of their request only', async () => {
  const { readers, ask } = setUp();
  await ask(reader);
  await expect(ask(new Error('away'))).rejects.toThrow('away');
  const find = async () => reader;
  await expect(readers.answer('id', find, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  const ended = async () => null;
  expect(await readers.answer('id', ended, () => Promise.reject(new Error('busy')))).toBeUndefined();
  expect(await ask(reader)).toMatchObject({ reader });
});
