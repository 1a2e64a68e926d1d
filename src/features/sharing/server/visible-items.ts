import { type RawBuilder, sql } from 'kysely';
import { maySeeSql } from '#features/catalogue/server/read/may-open.ts';
import { VISITOR } from '#platform/http/serve/reader.ts';
import type { SharedKind } from '../shared/item-address.ts';

const [ocean, wave, droplet] = [
  maySeeSql(VISITOR, 'oceans'),
  maySeeSql(VISITOR, 'waves'),
  maySeeSql(VISITOR, 'droplets'),
];
const inOceans = sql`join oceans on oceans.id = waves.ocean_id`;

/** `from … where …` for the items of a level that everybody may see. */
export const FROM_VISIBLE: Record<SharedKind, RawBuilder<unknown>> = {
  ocean: sql`from oceans where ${ocean}`,
  wave: sql`from waves ${inOceans} where ${ocean} and ${wave}`,
  droplet: sql`from droplets join waves on waves.id = droplets.wave_id ${inOceans}
    where ${ocean} and ${wave} and ${droplet}`,
};
