import type { Subject, SubjectType } from '#features/history/contract/schemas.ts';

export const HISTORY_PATH = '/admin/history';
export const VERSIONS_PATH = '/admin/history/versions';

const TYPES: readonly string[] = ['ocean', 'wave', 'droplet', 'setting'] satisfies SubjectType[];

/** Tells whether entries of an audit log type belong to a history. */
export const hasHistory = (type: string): type is SubjectType => TYPES.includes(type);

/**
 * Returns the address of the versions of an item or setting. `version`: one of them, by the id of its change.
 */
export function versionsHref({ type, id }: Subject, version?: number): string {
  const query = new URLSearchParams({ type, id });
  if (version !== undefined) query.set('version', String(version));
  return `${VERSIONS_PATH}?${query}`;
}

/** Parses the item or setting of the address; null without one. */
export function readSubject(search: URLSearchParams): Subject | null {
  const type = search.get('type') ?? '';
  const id = search.get('id') ?? '';
  if (!hasHistory(type) || id === '' || id.length > 100) return null;
  return type === 'setting' || /^[1-9]\d{0,14}$/.test(id) ? { type, id } : null;
}

/** Parses the chosen version; null without one. */
export function readVersion(search: URLSearchParams): number | null {
  const version = search.get('version') ?? '';
  return /^(0|[1-9]\d{0,14})$/.test(version) ? Number(version) : null;
}
