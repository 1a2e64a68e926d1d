import { VIDEO_HOSTS } from '#features/catalogue/shared/video-hosts.ts';
import { type VideoLink, videoLink } from '#features/catalogue/web/player/video-link.ts';
import { parseUrl } from '#platform/http/contract/parse-url.ts';

/** Kind of a media link, judged by its text alone. */
export type LinkKind =
  | { kind: 'none' }
  | { kind: 'wrong'; text: string }
  | { kind: 'host'; text: string; link: Extract<VideoLink, { kind: 'embed' }>; still: string | null }
  | { kind: 'file'; text: string };

/** Hosts of video pages that offer neither a file nor a supported player. */
const OTHER_SITES = [
  ...['dailymotion.com', 'dai.ly', 'tiktok.com', 'facebook.com', 'fb.watch', 'instagram.com', 'twitch.tv'],
  ...['x.com', 'twitter.com', 'drive.google.com', 'dropbox.com', 'loom.com', 'wistia.com'],
];
const isOtherSite = (host: string) => OTHER_SITES.some((site) => host === site || host.endsWith(`.${site}`));

/** Classifies a link and describes it in words. */
export function describeLink(address: string, origin: string): LinkKind {
  const text = address.trim();
  if (text === '') return { kind: 'none' };
  if (text.startsWith('/') && !/^\/[/\\]/.test(text)) return { kind: 'file', text: 'A file on this site' };
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : null;
  if (!url) return { kind: 'none' };
  const link = videoLink(text, origin);
  if (link.kind === 'embed') return describeHost(url, link);
  if (VIDEO_HOSTS.test(url.hostname))
    return {
      kind: 'wrong',
      text: `This link to ${url.hostname} does not lead to a video. Use the link of one video.`,
    };
  if (isOtherSite(url.hostname))
    return {
      kind: 'wrong',
      text: `Videos from ${url.hostname} cannot play here. Use YouTube, Vimeo or a video file.`,
    };
  if (url.protocol === 'http:' && url.origin !== origin)
    return { kind: 'wrong', text: 'Browsers block media from http: links here. Use https.' };
  return { kind: 'file', text: `A file on ${url.hostname}` };
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

/** Width in px of the placeholder that the host sends for an unknown video. */
export const UNKNOWN_STILL_WIDTH = 120;
