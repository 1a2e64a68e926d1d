import { expect, test } from 'vitest';
import { CONTENT_TYPES } from '#features/audit-log/contract/calls.ts';
import { AuditAction } from '#features/audit-log/contract/schemas.ts';
import { apiQueryOf, isForEditors, KINDS, NO_FILTER, readFilter, WHAT, withFilter } from './audit-filter.ts';

const read = (query: string) => readFilter(new URLSearchParams(query));

test('the address keeps the filter beside what else it has', () => {
  const filter = {
    who: '7',
    what: 'account,email-signup,export,setting',
    kind: 'revoked',
    from: '2026-11-01',
    to: '2026-11-22',
  } as const;
  const search = withFilter(new URLSearchParams('tab=waves&ocean=3'), filter);
  expect(readFilter(search)).toEqual(filter);
  expect(withFilter(search, NO_FILTER).toString()).toBe('tab=waves&ocean=3');
});

test.each(['who=x', 'who=0', 'what=planet', 'kind=eaten', 'from=0002-11-22', 'to=2026-02-30', 'from=today'])(
  'the address %s filters nothing',
  (query) => {
    expect(read(query)).toEqual(NO_FILTER);
  },
);

test('a period has whole days of the reader, the last one too', () => {
  const { from, to } = apiQueryOf({ ...NO_FILTER, from: '2026-11-30', to: '2026-11-30' });
  expect(from).toBe(new Date(2026, 10, 30).toISOString());
  expect(to).toBe(new Date(2026, 11, 1).toISOString());
});

test('an empty filter asks for everything, and the program is somebody', () => {
  expect(apiQueryOf(NO_FILTER)).toEqual({});
  expect(apiQueryOf(read('who=program&kind=updated'))).toEqual({ userId: 'program', action: 'updated' });
});

test('every action can be chosen', () => {
  expect(KINDS.map(([kind]) => kind).sort()).toEqual([...AuditAction.options].sort());
});

test('editors are offered what they see, and administrators refunds, too', () => {
  expect(WHAT.filter(isForEditors).map(([type]) => type)).toEqual(CONTENT_TYPES);
  expect(KINDS.filter(isForEditors).map(([kind]) => kind)).not.toContain('granted');
  expect(readFilter(new URLSearchParams('what=subscription')).what).toBe('subscription');
});
