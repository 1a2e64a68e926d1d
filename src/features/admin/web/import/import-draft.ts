import type { FolderState } from './folder-state.ts';
import type { ImportValues } from './import-form-schema.ts';
import type { FileRole, FolderPlan } from './plan-folder.ts';

/*
 * The draft of an import: titles and roles of a folder's files, by path. It is stored per tab, so that a
 * reload loses only the files themselves.
 */

const KEY = 'stillwater.folder-import';

interface Draft {
  folder: string;
  wave: ImportValues['wave'];
  titles: Record<string, string>;
  /** Roles of files by path. */
  roles: Record<string, FileRole>;
  order: string[];
}

/** Stores the state of the page. */
export function saveDraft({ folder, files, roles, order }: FolderState, values: ImportValues): void {
  const pathOf = (id: string) => files.find((file) => file.id === id)?.path ?? '';
  const draft: Draft = {
    folder,
    wave: values.wave,
    titles: byPath(values.titles, pathOf),
    roles: Object.fromEntries(
      Object.entries(roles).map(([id, role]) => [
        pathOf(id),
        typeof role === 'object' ? { of: pathOf(role.of) } : role,
      ]),
    ),
    order: order.map(pathOf),
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden; the page works without it.
  }
}

export function readDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null;
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden.
  }
}

/** Applies the draft to the plan of the same folder, chosen again. */
export function withDraft(
  plan: FolderPlan,
  draft: Draft | null,
): { plan: FolderPlan; order: string[]; wave?: ImportValues['wave']; titles: Record<string, string> } {
  if (draft?.folder !== plan.folder) return { plan, order: [], titles: {} };
  const idOf = (path: string) => plan.files.find((file) => file.path === path)?.id;
  const roles = { ...plan.roles };
  for (const [path, role] of Object.entries(draft.roles)) {
    const [id, of] = [idOf(path), typeof role === 'object' ? idOf(role.of) : undefined];
    if (id === undefined || (typeof role === 'object' && of === undefined)) continue;
    roles[id] = typeof role === 'object' ? { of: of as string } : role;
  }
  return {
    plan: { ...plan, roles },
    order: draft.order.flatMap((path) => idOf(path) ?? []),
    wave: draft.wave,
    titles: byPath(draft.titles, (path) => idOf(path) ?? ''),
  };
}

const byPath = (titles: Record<string, string>, nameOf: (key: string) => string) =>
  Object.fromEntries(
    Object.entries(titles).flatMap(([key, title]) => (nameOf(key) === '' ? [] : [[nameOf(key), title]])),
  );
