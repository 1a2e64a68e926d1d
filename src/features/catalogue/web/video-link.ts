/** What an address of a video becomes: a host's player in a frame, or a file for the browser's own player. */
export type VideoLink =
  | { kind: 'embed'; src: string; host: 'youtube' | 'vimeo'; fullscreen: boolean }
  | { kind: 'file'; src: string };

const YOUTUBE_HOST = /^(?:(?:www|m|music)\.)?youtube(-nocookie)?\.com$/;
const YOUTUBE_SHORT_HOST = /^(?:www\.)?youtu\.be$/;
const VIMEO_HOST = /^(?:www\.)?vimeo\.com$/;
const VIMEO_PLAYER = 'player.vimeo.com';
const YOUTUBE_ID = /^[\w-]{11}$/;
/** The players' own origins, the only ones that are ever framed as they are given. */
const PLAYERS =
  /^https:\/\/(?:www\.youtube(?:-nocookie)?\.com\/embed\/[\w-]{11}|player\.vimeo\.com\/video\/\d+)(?:[/?#]|$)/;

/**
 * Converts a link to a video-sharing site into the address of its player (specification, section 5). The host is
 * compared as a whole after parsing, so nothing else is ever framed; every other address is used as it is.
 */
export function videoLink(address: string, origin: string): VideoLink {
  const file: VideoLink = { kind: 'file', src: address };
  const url = parse(address);
  if (!url) return file;
  return youtube(url, address, origin) ?? vimeo(url, address) ?? file;
}

function parse(address: string): URL | null {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.username === '' && url.password === '' && url.port === '' ? url : null;
}

function youtube(url: URL, address: string, origin: string): VideoLink | null {
  const found = youtubeId(url);
  if (!found) return null;
  const fullscreen = !found.short;
  if (PLAYERS.test(address)) return { kind: 'embed', src: address, host: 'youtube', fullscreen };
  const privacy = url.hostname.includes('-nocookie') ? '-nocookie' : '';
  const query = new URLSearchParams({ origin, rel: '0' });
  const src = `https://www.youtube${privacy}.com/embed/${found.id}?${query}`;
  return { kind: 'embed', src, host: 'youtube', fullscreen };
}

function youtubeId(url: URL): { id: string; short: boolean } | null {
  const [first = '', second = ''] = url.pathname.split('/').slice(1);
  let id: string | null = null;
  if (YOUTUBE_SHORT_HOST.test(url.hostname)) id = first;
  else if (YOUTUBE_HOST.test(url.hostname)) {
    if (first === 'watch') id = url.searchParams.get('v');
    else if (/^(?:embed|shorts|live)$/.test(first)) id = second;
  }
  return id !== null && YOUTUBE_ID.test(id) ? { id, short: first === 'shorts' } : null;
}

function vimeo(url: URL, address: string): VideoLink | null {
  const embed = (src: string): VideoLink => ({ kind: 'embed', src, host: 'vimeo', fullscreen: true });
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (url.hostname !== VIMEO_PLAYER && !VIMEO_HOST.test(url.hostname)) return null;
  if (parts[0] === 'video') parts.shift();
  const [id = '', inPath = ''] = parts;
  if (!/^\d+$/.test(id)) return null;
  if (PLAYERS.test(address)) return embed(address);
  // An unlisted video is opened by a second, secret part of its address.
  const secret = url.searchParams.get('h') ?? inPath;
  return embed(`https://${VIMEO_PLAYER}/video/${id}${/^[\da-f]+$/i.test(secret) ? `?h=${secret}` : ''}`);
}

/**
 * The address to frame after a person has pressed play: a link that we converted starts at once, so that one press
 * is enough; a player's address given by the owner stays as it is.
 */
export const startAddress = (link: VideoLink, given: string): string =>
  link.kind === 'embed' && link.src !== given
    ? `${link.src}${link.src.includes('?') ? '&' : '?'}autoplay=1`
    : link.src;
