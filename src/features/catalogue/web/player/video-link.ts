import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** A video's player: a video host's in a frame, or the browser's own for a file. */
export type VideoLink =
  | { kind: 'embed'; src: string; host: 'youtube' | 'vimeo'; fullscreen: boolean }
  | { kind: 'file'; src: string };

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube(-nocookie)?\.com$/;
const YOUTUBE_SHORT_HOST = /^(?:www\.)?youtu\.be$/;
const VIMEO_HOST = /^(?:www\.)?vimeo\.com$/;
const VIMEO_PLAYER_HOST = 'player.vimeo.com';
const YOUTUBE_ID = /^[\w-]{11}$/;
/* Addresses of the hosts' own players are framed unchanged. */
const YOUTUBE_PLAYER = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/[\w-]{11}(?:[/?#]|$)/;
const VIMEO_PLAYER = /^https:\/\/player\.vimeo\.com\/video\/\d+(?:[/?#]|$)/;

/**
 * Converts a link to a video-sharing site into the address of its player (specification, section 5). Any
 * other address is a file. The parsed host must match as a whole, so that no other site is ever framed.
 */
export function videoLink(address: string, origin: string): VideoLink {
  const file: VideoLink = { kind: 'file', src: address };
  const url = parse(address);
  if (!url) return file;
  return youtube(url, address, origin) ?? vimeo(url, address) ?? file;
}

function parse(address: string): URL | null {
  const url = parseUrl(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.username === '' && url.password === '' && url.port === '' ? url : null;
}

function youtube(url: URL, address: string, origin: string): VideoLink | null {
  const found = youtubeId(url);
  if (!found) return null;
  const fullscreen = !found.short;
  if (YOUTUBE_PLAYER.test(address)) return { kind: 'embed', src: address, host: 'youtube', fullscreen };
  const privacy = url.hostname.includes('-nocookie') ? '-nocookie' : '';
  const query = new URLSearchParams(found.inPlayer ? url.search : '');
  query.set('origin', origin);
  if (!query.has('rel')) query.set('rel', '0');
  const src = `https://www.youtube${privacy}.com/embed/${found.id}?${query}`;
  return { kind: 'embed', src, host: 'youtube', fullscreen };
}

/** `inPlayer`: the address is the player's, possibly under another host name, with the owner's options. */
function youtubeId(url: URL): { id: string; short: boolean; inPlayer: boolean } | null {
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  let id: string | null = null;
  if (YOUTUBE_SHORT_HOST.test(url.hostname)) id = first;
  else if (YOUTUBE_HOST.test(url.hostname)) {
    if (first === 'watch') id = url.searchParams.get('v');
    else if (/^(?:embed|shorts|live)$/.test(first)) id = second;
  }
  return id !== null && YOUTUBE_ID.test(id)
    ? { id, short: first === 'shorts', inPlayer: first === 'embed' }
    : null;
}

function vimeo(url: URL, address: string): VideoLink | null {
  const embed = (src: string): VideoLink => ({ kind: 'embed', src, host: 'vimeo', fullscreen: true });
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (url.hostname !== VIMEO_PLAYER_HOST && !VIMEO_HOST.test(url.hostname)) return null;
  if (parts[0] === 'video') parts.shift();
  const [id = '', inPath = ''] = parts;
  if (!/^\d+$/.test(id)) return null;
  if (VIMEO_PLAYER.test(address)) return embed(address);
  const src = `https://${VIMEO_PLAYER_HOST}/video/${id}`;
  if (url.hostname === VIMEO_PLAYER_HOST) return embed(src + url.search);
  // The address of an unlisted video has a secret second part.
  const secret = url.searchParams.get('h') ?? inPath;
  return embed(/^[\da-f]+$/i.test(secret) ? `${src}?h=${secret}` : src);
}

/** Returns the address of the film's page at its host. */
export function hostPage({ src, host }: VideoLink & { kind: 'embed' }): string {
  const { pathname, searchParams } = new URL(src);
  const id = pathname.split('/')[2];
  if (host === 'youtube') return `https://www.youtube.com/watch?v=${id}`;
  const secret = searchParams.get('h');
  return `https://vimeo.com/${id}${secret ? `/${secret}` : ''}`;
}

/**
 * Starts at once, inline, and without the host's controls. `enablejsapi` lets YouTube's player accept
 * messages.
 */
const START = {
  youtube: 'autoplay=1&playsinline=1&controls=0&enablejsapi=1',
  vimeo: 'autoplay=1&playsinline=1&controls=0',
};

/**
 * Checks whether the site's controls work with a host's player. An owner's own player address stays unchanged
 * (specification, section 5), and has the host's controls.
 */
export const isSteered = (link: VideoLink, given: string): boolean =>
  link.kind === 'embed' && link.src !== given;

/**
 * Returns the address to frame after the press on Play. A converted link starts at once, so that one press is
 * enough. An owner's own player address stays unchanged.
 */
export const startAddress = (link: VideoLink, given: string): string =>
  link.kind === 'embed' && isSteered(link, given)
    ? `${link.src}${link.src.includes('?') ? '&' : '?'}${START[link.host]}`
    : link.src;
