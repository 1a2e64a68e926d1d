import { useQuery } from '@tanstack/react-query';
import type { ItemType } from '#features/catalogue/contract/kinds.ts';
import type { Droplet, Wave } from '#features/catalogue/contract/schemas.ts';
import { waveQuery } from '#features/catalogue/web/items/queries.ts';
import { useApi } from '#platform/web/page.ts';
import { addressHref } from './content-address.ts';
import { KINDS } from './content-kinds.ts';
import { itemQuery } from './item-query.ts';

/** Returns the address of the content page with the item in its form. */
export function useFormHref(type: ItemType, id: number): string {
  const api = useApi();
  const { data: item } = useQuery(itemQuery(api, type, id));
  const waveId = type === 'droplet' ? ((item as Droplet | null)?.waveId ?? 0) : 0;
  const { data: wave } = useQuery({ ...waveQuery(api, waveId), enabled: waveId !== 0 });
  const ocean = type === 'wave' ? ((item as Wave | null)?.oceanId ?? null) : (wave?.oceanId ?? null);
  return addressHref({
    tab: KINDS[type].names,
    ocean,
    wave: waveId || null,
    edit: item?.id ?? null,
  });
}
