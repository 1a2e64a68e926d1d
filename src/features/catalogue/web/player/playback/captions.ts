/** One caption of a WebVTT file. */
export interface Caption {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
}

const TIMES = /^(?:(\d+):)?(\d\d):(\d\d\.\d{3})[ \t]+-->[ \t]+(?:(\d+):)?(\d\d):(\d\d\.\d{3})/;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00A0', lrm: '', rlm: '' };

/** Parses the captions of a WebVTT file (w3.org/TR/webvtt1), without their styles and positions. */
export function parseCaptions(vtt: string): Caption[] {
  return vtt
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => line.includes('-->'));
      const times = TIMES.exec(lines[at] ?? '');
      if (!times) return [];
      const [, h1, m1, s1, h2, m2, s2] = times;
      const text = plainText(lines.slice(at + 1).join('\n'));
      return text === '' ? [] : [{ start: seconds(h1, m1, s1), end: seconds(h2, m2, s2), text }];
    });
}

const seconds = (h = '0', m = '0', s = '0') => Number(h) * 3600 + Number(m) * 60 + Number(s);

const plainText = (text: string) =>
  text
    .replace(/<[^<>]*>/g, '')
    .replace(/&(\w{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .trim();

/** Returns the captions at a time, in seconds. Several at once are lines of one text. */
export const captionAt = (captions: readonly Caption[], time: number): string =>
  captions
    .filter(({ start, end }) => start <= time && time < end)
    .map(({ text }) => text)
    .join('\n');
