import { type VideoLink, videoLink } from '#features/catalogue/web/video-link.ts';

/** What a link to a medium is, before anything is asked of it. */
export type LinkKind =
  | { kind: 'none' }
  | { kind: 'wrong'; text: string }
  | { kind: 'host'; text: string; link: Extract<VideoLink, { kind: 'embed' }>; still: string | null }
  | { kind: 'file'; text: string };

const HOSTS = /(^|\.)(youtube(-nocookie)?\.com|youtu\.be|vimeo\.com)$/;
/** Pages that show videos, but give neither a file nor a player that is framed here. */
const OTHER_SITES =
  /(^|\.)(dailymotion\.com|dai\.ly|tiktok\.com|facebook\.com|fb\.watch|instagram\.com|twitch\.tv|x\.com|twitter\.com|drive\.google\.com|dropbox\.com|loom\.com|wistia\.com)$/;

/** Names a link as it is typed. */
export function describeLink(address: string, origin: string): LinkKind {
  const text = address.trim();
  if (text === '') return { kind: 'none' };
  if (text.startsWith('/') && !/^\/[/\\]/.test(text)) return { kind: 'file', text: 'A file of this site' };
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return { kind: 'none' };
  const link = videoLink(text, origin);
  if (link.kind === 'embed') return describeHost(url, link);
  if (HOSTS.test(url.hostname))
    return {
      kind: 'wrong',
      text: `No video is named by this link to ${url.hostname}. Use the address of one video.`,
    };
  if (OTHER_SITES.test(url.hostname))
    return {
      kind: 'wrong',
      text: `Links to ${url.hostname} cannot be played here. Use YouTube, Vimeo or a video file.`,
    };
  if (url.protocol === 'http:' && url.origin !== origin)
    return { kind: 'wrong', text: 'Browsers do not load media from http: links here. Use https.' };
  return { kind: 'file', text: `A file at ${url.hostname}` };
}

function describeHost(url: URL, link: Extract<VideoLink, { kind: 'embed' }>): LinkKind {
  if (link.host === 'vimeo') return { kind: 'host', text: 'Vimeo video', link, still: null };
  const id = /\/embed\/([\w-]{11})/.exec(link.src)?.[1];
  const form = url.pathname.startsWith('/shorts/')
    ? 'YouTube Short'
    : url.pathname.startsWith('/embed/')
      ? 'YouTube video (embedded player)'
      : 'YouTube video';
  return { kind: 'host', text: form, link, still: id ? `https://i.ytimg.com/vi/${id}/mqdefault.jpg` : null };
}

/** The host answers an unknown video with a picture of this width in the place of its still. */
export const UNKNOWN_STILL_WIDTH = 120;
