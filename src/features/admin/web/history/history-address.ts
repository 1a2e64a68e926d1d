import type { Subject, SubjectType } from '#features/history/contract/schemas.ts';

export const HISTORY_PATH = '/admin/history';
export const VERSIONS_PATH = '/admin/history/versions';

const TYPES: readonly string[] = ['ocean', 'wave', 'droplet', 'setting'] satisfies SubjectType[];

/** Tells whether entries of a type of the audit log belong to a history. */
export const hasHistory = (type: string): type is SubjectType => TYPES.includes(type);

/** Address of the versions of an item or setting; of one of them, by the id of its change. */
export function versionsHref({ type, id }: Subject, version?: number): string {
  const query = new URLSearchParams({ type, id });
  if (version !== undefined) query.set('version', String(version));
  return `${VERSIONS_PATH}?${query}`;
}

/** Reads the item or setting of the address; null when it names none. */
export function readSubject(search: URLSearchParams): Subject | null {
  const type = search.get('type') ?? '';
  const id = search.get('id') ?? '';
  if (!hasHistory(type) || id === '' || id.length > 100) return null;
  return type === 'setting' || /^[1-9]\d{0,14}$/.test(id) ? { type, id } : null;
}

/** Reads the chosen version; null when the address names none. */
export function readVersion(search: URLSearchParams): number | null {
  const version = search.get('version') ?? '';
  return /^(0|[1-9]\d{0,14})$/.test(version) ? Number(version) : null;
}
