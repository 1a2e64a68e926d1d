import { elementsOf, parseText } from '#features/catalogue/server/writing/parse-text.ts';
import { writingsAt } from '#features/catalogue/server/writing/writings.ts';
import type { Db } from '#platform/database/open.ts';
import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** Columns of an item that can contain links. */
export interface LinkingRow {
  id: number;
  title: string;
  media_url: string | null;
  image_url: string | null;
  additional_resources: string;
}

export const LINKING_COLUMNS = ['id', 'title', 'media_url', 'image_url', 'additional_resources'] as const;

/**
 * Lists the addresses of other sites in items, by item: media, pictures, additional resources, and links in
 * texts. Omits `ownHost`, this site's host.
 */
export async function linksOf(
  db: Db,
  rows: readonly LinkingRow[],
  ownHost: string,
): Promise<Map<number, string[]>> {
  const writings = await writingsAt(
    db,
    rows.map(({ media_url }) => media_url),
  );
  return new Map(
    rows.map((row) => {
      const writing = writings.get(row.media_url ?? '');
      const inText =
        writing?.kind === 'text'
          ? elementsOf(parseText(writing.source)).flatMap(([, its]) => [its?.href ?? '', its?.src ?? ''])
          : [];
      const resources: { url: string }[] = JSON.parse(row.additional_resources);
      const all = [row.media_url ?? '', row.image_url ?? '', ...resources.map(({ url }) => url), ...inText];
      return [row.id, [...new Set(all)].filter((address) => isElsewhere(address, ownHost))];
    }),
  );
}

function isElsewhere(address: string, ownHost: string): boolean {
  if (!/^https?:/i.test(address)) return false;
  const url = parseUrl(address);
  return url !== null && url.host !== ownHost;
}
