import { parseUrl } from '#platform/http/contract/parse-url.ts';
import { SETTING_DEFAULTS } from './setting-defaults.ts';

/** Allowed file names of assets. Others could leave the folder. */
const ASSET_NAME = /^[\w-][\w.-]*$/;
/** Address of an uploaded picture (`upload-address.ts` of the uploads). */
const UPLOAD = /^\/media\/u\/[\w-]+\.webp$/;
const IMAGE_DATA = /^data:image\/(png|jpeg|webp|svg\+xml)[;,]/;

/**
 * Maps the logo setting to an image address (specification, section 3): `http…` and `data:` are images,
 * `/media/u/…` is an uploaded picture, anything else is a file under /assets/. Returns null for the default
 * and for invalid values: the logo is then a text wordmark.
 */
export function logoSource(value: string): string | null {
  if (value === SETTING_DEFAULTS['site.logo']) return null;
  if (value.startsWith('data:')) return IMAGE_DATA.test(value) ? value : null;
  if (value.startsWith('http')) return /^https?:\/\//.test(value) && parseUrl(value) ? value : null;
  if (UPLOAD.test(value)) return value;
  return ASSET_NAME.test(value) ? `/assets/${value}` : null;
}
