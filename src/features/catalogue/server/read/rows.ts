import { UPLOADS_PREFIX } from '#features/uploads/shared/upload-address.ts';
import { toBoolean } from '#platform/database/dialect.ts';
import type { Reader } from '#platform/http/serve/reader.ts';
import type { ItemType } from '../../contract/kinds.ts';
import type { AdditionalResource, Droplet, FurtherCaptions, Ocean, Wave } from '../../contract/schemas.ts';
import type { Rows } from '../items/levels.ts';
import { isPreviewed, mayOpen } from './may-open.ts';

/* Rows as a reader sees them. A locked item keeps its texts and its picture, and loses everything premium. */

export const toOcean = (
  row: Rows['ocean'] & { wave_count: number; total_duration: number },
  reader: Reader,
): Ocean => ({
  ...sharedFields(row, isPreviewed(reader, 'oceans', row), reader),
  mediaType: row.media_type,
  waveCount: row.wave_count,
  totalDuration: row.total_duration,
});

export const toWave = (
  row: Rows['wave'] & { droplet_count: number; total_duration: number },
  reader: Reader,
): Wave => ({
  ...sharedFields(row, isPreviewed(reader, 'waves', row), reader),
  oceanId: row.ocean_id,
  mediaType: row.media_type,
  duration: row.duration,
  isSample: toBoolean(row.is_sample),
  dropletCount: row.droplet_count,
  totalDuration: row.total_duration,
});

export const toDroplet = (row: Rows['droplet'], reader: Reader): Droplet => ({
  ...sharedFields(row, isPreviewed(reader, 'droplets', row), reader),
  waveId: row.wave_id,
  mediaType: row.media_type,
  duration: row.duration,
  isSample: toBoolean(row.is_sample),
});

function sharedFields(row: Rows[ItemType], isPreviewed: boolean, reader: Reader) {
  const isSample = 'is_sample' in row && toBoolean(row.is_sample);
  const locked = !mayOpen(reader, { accessType: row.access_type, isSample, isPreviewed });
  const keywords: string[] = JSON.parse(row.keywords);
  const additionalResources: AdditionalResource[] = locked ? [] : JSON.parse(row.additional_resources);
  const furtherCaptions: FurtherCaptions[] = locked ? [] : JSON.parse(row.further_captions);
  return {
    id: row.id,
    version: row.version,
    position: row.position,
    slug: row.slug,
    title: row.title,
    description: row.description,
    imageUrl: row.image_url,
    imageAlt: row.image_alt,
    imageBlur: blurOf(row),
    mediaUrl: locked ? null : row.media_url,
    captionsUrl: locked ? null : row.captions_url,
    captionsLanguage: locked ? null : row.captions_language,
    furtherCaptions,
    accessType: row.access_type,
    isPublished: toBoolean(row.is_published),
    keywords,
    additionalResources,
    locked,
  };
}

/**
 * Returns the tiny copy of an item's picture, in Base64; null when there is none or it belongs to a former
 * picture.
 */
export function blurOf(row: Pick<Rows[ItemType], 'image_url' | 'image_blur'>): string | null {
  const [hash = '', blur = ''] = row.image_blur?.split(':') ?? [];
  return blur !== '' && row.image_url?.startsWith(UPLOADS_PREFIX + hash) ? blur : null;
}
