import { SETTING_DEFAULTS } from './setting-defaults.ts';

/** A file name as an asset may have it; anything else is not put into an address. */
const ASSET_NAME = /^[\w-][\w.-]*$/;
const IMAGE_DATA = /^data:image\/(png|jpeg|webp|svg\+xml)[;,]/;

/**
 * Where the logo comes from (specification, section 3): the default is a text wordmark (null), `http…` and `data:`
 * are images, anything else is a file under /assets/. A value that is none of these falls back to the wordmark.
 */
export function logoSource(value: string): string | null {
  if (value === SETTING_DEFAULTS['site.logo']) return null;
  if (value.startsWith('data:')) return IMAGE_DATA.test(value) ? value : null;
  if (value.startsWith('http')) return /^https?:\/\//.test(value) && URL.canParse(value) ? value : null;
  return ASSET_NAME.test(value) ? `/assets/${value}` : null;
}
