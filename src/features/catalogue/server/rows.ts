import type { Selectable } from 'kysely';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Reader } from '#platform/http/reader.ts';
import type { AdditionalResource, Droplet, Ocean, Wave } from '../contract.ts';
import { mayOpen } from './may-open.ts';

type OceanRow = Selectable<Tables['oceans']> & { wave_count: number; total_duration: number };
type WaveRow = Selectable<Tables['waves']> & { droplet_count: number };
type DropletRow = Selectable<Tables['droplets']>;

/** What the three levels share. A locked item keeps its words and its picture, and loses all that is premium. */
function toContent(row: OceanRow | WaveRow | DropletRow, isSample: boolean, reader: Reader) {
  const accessType = row.access_type as Ocean['accessType'];
  const locked = !mayOpen(reader, { accessType, isSample });
  return {
    id: row.id,
    version: row.version,
    position: row.position,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    mediaUrl: locked ? null : row.media_url,
    captionsUrl: locked ? null : row.captions_url,
    accessType,
    isPublished: toBoolean(row.is_published),
    keywords: JSON.parse(row.keywords) as string[],
    additionalResources: locked ? [] : (JSON.parse(row.additional_resources) as AdditionalResource[]),
    locked,
  };
}

export const toOcean = (row: OceanRow, reader: Reader): Ocean => ({
  ...toContent(row, false, reader),
  mediaType: row.media_type as Ocean['mediaType'],
  waveCount: row.wave_count,
  totalDuration: row.total_duration,
});

export const toWave = (row: WaveRow, reader: Reader): Wave => ({
  ...toContent(row, toBoolean(row.is_sample), reader),
  oceanId: row.ocean_id,
  mediaType: row.media_type as Wave['mediaType'],
  duration: row.duration,
  isSample: toBoolean(row.is_sample),
  dropletCount: row.droplet_count,
});

export const toDroplet = (row: DropletRow, reader: Reader): Droplet => ({
  ...toContent(row, toBoolean(row.is_sample), reader),
  waveId: row.wave_id,
  mediaType: row.media_type as Droplet['mediaType'],
  duration: row.duration,
  isSample: toBoolean(row.is_sample),
});
