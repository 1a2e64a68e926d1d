import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CONTENT_TYPES } from '#features/audit-log/contract/calls.ts';
import type { AuditAction } from '#features/audit-log/contract/schemas.ts';
import { isDay } from '../days.ts';

/** The filter of the audit log, as the URL stores it. Empty values do not filter. */
export interface AuditFilter {
  /** An account's id, or `program`. */
  who: string;
  /** Item types, separated by commas. */
  what: string;
  kind: AuditAction | '';
  /** First and last day in the reader's time zone: `2026-11-22`. */
  from: string;
  to: string;
}

export const NO_FILTER: AuditFilter = { who: '', what: '', kind: '', from: '', to: '' };

const SECURITY_AT_ONCE = 'account,email-signup,export,setting';

export const WHAT: readonly (readonly [string, string])[] = [
  [SECURITY_AT_ONCE, 'Security: access, roles, exports, settings'],
  ['account', 'Accounts and roles'],
  ['email-signup', 'Email signups'],
  ['members', 'Imported members'],
  ['gift-code', 'Gift codes'],
  ['subscription', 'Subscriptions and refunds'],
  ['export', 'Exports'],
  ['setting', 'Settings'],
  ['ocean', 'Oceans'],
  ['wave', 'Waves'],
  ['droplet', 'Droplets'],
  ['catalogue', 'Catalogue'],
  ['preview-link', 'Preview links'],
];

/** Tells whether editors get an item type or action in the filter: only those of content. */
export const isForEditors = ([name]: readonly [string, string]): boolean =>
  CONTENT_TYPES.includes(name) || (isKind(name) && name !== 'granted' && name !== 'revoked');

export const KINDS: readonly (readonly [AuditAction, string])[] = [
  ['created', 'Created'],
  ['updated', 'Changed'],
  ['deleted', 'Deleted'],
  ['granted', 'Access granted'],
  ['revoked', 'Access revoked'],
  ['reordered', 'Reordered'],
  ['imported', 'Imported'],
  ['restored', 'Restored'],
];

const isKind = (name: string) => KINDS.some(([kind]) => kind === name);

/** Parses a filter in the URL. Values without an option do not filter. */
export function readFilter(search: URLSearchParams): AuditFilter {
  const value = (name: string) => search.get(name) ?? '';
  const oneOf = <T extends string>(name: string, pairs: readonly (readonly [T, string])[]): T | '' =>
    pairs.find(([known]) => known === value(name))?.[0] ?? '';
  return {
    who: /^([1-9]\d{0,14}|program)$/.test(value('who')) ? value('who') : '',
    what: oneOf('what', WHAT),
    kind: oneOf('kind', KINDS),
    from: isDay(value('from')) ? value('from') : '',
    to: isDay(value('to')) ? value('to') : '',
  };
}

/** Writes a filter into a URL's query, and preserves its other parameters. */
export function withFilter(search: URLSearchParams, filter: AuditFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(filter)) {
    next.delete(name);
    if (value !== '') next.append(name, value);
  }
  return next;
}

/** Returns the query of the API. Days begin and end at midnight in the reader's time zone. */
export function apiQueryOf({ who, what, kind, from, to }: AuditFilter): Record<string, string> {
  const all = {
    userId: who,
    itemType: what,
    action: kind,
    from: from === '' ? '' : midnight(from, 0),
    to: to === '' ? '' : midnight(to, 1),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function midnight(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}

/** Returns the filter in the URL, and a function that changes a part of it. */
export function useAuditFilter(): [AuditFilter, (part: Partial<AuditFilter>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const filter = useMemo(() => readFilter(new URLSearchParams(search)), [search]);
  const change = useCallback(
    (part: Partial<AuditFilter>) => {
      const query = withFilter(new URLSearchParams(search), { ...filter, ...part }).toString();
      navigate(query === '' ? path : `${path}?${query}`);
    },
    [filter, search, path, navigate],
  );
  return [filter, change];
}
