import { HttpError } from '#platform/http/serve/errors.ts';

const OVERTAKEN = 'Somebody changed this a moment ago';

/** Throws 409 that names the item when its version differs from the one that the page showed. */
export function assertUnchanged(
  ids: readonly number[],
  rows: readonly { id: number; version: number }[],
  versions: readonly number[],
): void {
  const issues = rows.flatMap(({ id, version }) => {
    const index = ids.indexOf(id);
    return versions[index] === version ? [] : [{ path: `ids.${index}`, message: OVERTAKEN }];
  });
  if (issues.length > 0)
    throw new HttpError(
      'edit-conflict',
      'Somebody changed some of these items a moment ago. Look again before you go on.',
      { issues },
    );
}
