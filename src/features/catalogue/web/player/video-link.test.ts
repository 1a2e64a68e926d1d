import { describe, expect, test } from 'vitest';
import { hostPage, startAddress, videoLink } from './video-link.ts';

const ORIGIN = 'https://stillwater.example';
const ID = 'aqz-KE-bpKQ';
const EMBED = `https://www.youtube.com/embed/${ID}?origin=https%3A%2F%2Fstillwater.example&rel=0`;

describe('a YouTube link becomes its player', () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}`,
    `https://youtube.com/watch?v=${ID}`,
    `http://www.youtube.com/watch?v=${ID}`,
    `https://m.youtube.com/watch?v=${ID}`,
    `https://music.youtube.com/watch?v=${ID}&list=RDAMVM${ID}`,
    `https://www.youtube.com/watch?list=PL123&t=42s&v=${ID}&si=abc`,
    `https://www.youtube.com/watch/?v=${ID}`,
    `https://WWW.YOUTUBE.COM/watch?v=${ID}#t=3`,
    `https://youtu.be/${ID}`,
    `https://www.youtu.be/${ID}`,
    `https://youtu.be/${ID}?si=abc&t=10`,
    `https://youtube.com/embed/${ID}`,
    `http://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/live/${ID}?si=abc`,
    ` https://www.youtube.com/watch?v=${ID} `,
  ])('%s', (address) => {
    expect(videoLink(address, ORIGIN)).toEqual({
      kind: 'embed',
      src: EMBED,
      host: 'youtube',
      fullscreen: true,
    });
  });

  test('shorts are embedded without fullscreen', () => {
    for (const address of [`https://www.youtube.com/shorts/${ID}`, `https://youtube.com/shorts/${ID}?si=x`])
      expect(videoLink(address, ORIGIN)).toEqual({
        kind: 'embed',
        src: EMBED,
        host: 'youtube',
        fullscreen: false,
      });
  });

  test('the options in an address of the player stay, whatever name of the host it has', () => {
    for (const host of ['https://youtube.com', 'http://www.youtube.com', 'https://m.youtube.com'])
      expect(videoLink(`${host}/embed/${ID}?start=30&rel=1`, ORIGIN)).toMatchObject({
        src: `https://www.youtube.com/embed/${ID}?start=30&rel=1&origin=https%3A%2F%2Fstillwater.example`,
      });
  });

  test('the cookie-free host stays', () => {
    expect(videoLink(`https://youtube-nocookie.com/watch?v=${ID}`, ORIGIN)).toMatchObject({
      src: EMBED.replace('youtube.com', 'youtube-nocookie.com'),
    });
  });
});

describe('a Vimeo link becomes its player', () => {
  const player = 'https://player.vimeo.com/video/76979871';
  test.each([
    ['https://vimeo.com/76979871', player],
    ['http://www.vimeo.com/76979871?share=copy', player],
    ['https://vimeo.com/video/76979871', player],
    ['https://vimeo.com/76979871/a1b2c3d4e5', `${player}?h=a1b2c3d4e5`],
    ['https://vimeo.com/76979871?h=a1b2c3d4e5', `${player}?h=a1b2c3d4e5`],
    ['https://vimeo.com/76979871/not-a-hash', player],
    ['http://player.vimeo.com/video/76979871?h=abc123', `${player}?h=abc123`],
    ['http://player.vimeo.com/video/76979871?h=abc123&dnt=1', `${player}?h=abc123&dnt=1`],
  ])('%s', (address, src) => {
    expect(videoLink(address, ORIGIN)).toEqual({ kind: 'embed', src, host: 'vimeo', fullscreen: true });
  });
});

test.each([
  `https://www.youtube.com/embed/${ID}`,
  `https://www.youtube.com/embed/${ID}?start=30&rel=1`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  'https://player.vimeo.com/video/76979871',
  'https://player.vimeo.com/video/76979871?h=a1b2c3d4e5&dnt=1',
])('the address of a player stays unchanged: %s', (address) => {
  const link = videoLink(address, ORIGIN);
  expect(link).toMatchObject({ kind: 'embed', src: address, fullscreen: true });
  expect(startAddress(link, address)).toBe(address);
});

test.each([
  '/media/one.mp4',
  'https://cdn.example.org/one.mp4',
  'javascript:alert(1)',
  `javascript://www.youtube.com/embed/${ID}`,
  `data:text/html,https://www.youtube.com/embed/${ID}`,
  `https://evilyoutube.com/watch?v=${ID}`,
  `https://youtube.com.evil.com/embed/${ID}`,
  `https://evil.com/https://www.youtube.com/embed/${ID}`,
  `https://evil.com?u=https://www.youtube.com/embed/${ID}`,
  `https://www.youtube.com@evil.com/embed/${ID}`,
  `https://user:pass@www.youtube.com/embed/${ID}`,
  `https://www.youtube.com:8443/embed/${ID}`,
  `https://evil.com\\@www.youtube.com/embed/${ID}`,
  `//www.youtube.com/embed/${ID}`,
  'https://www.youtube.com/watch?v=tooshort',
  `https://www.youtube.com/watch?v=${ID}x`,
  `https://www.youtube.com/embed/${ID}x`,
  'https://www.youtube.com/watch',
  'https://www.youtube.com/@channel',
  'https://vimeo.com/channels/staffpicks',
  'https://vimeo.com/76979871x',
  'https://player.vimeo.com.evil.com/video/76979871',
  'https://evilvimeo.com/76979871',
  'not an address',
  '',
])('any other address is a file, and stays unchanged: %s', (address) => {
  expect(videoLink(address, ORIGIN)).toEqual({ kind: 'file', src: address });
});

test('a converted link starts without a second press, in the page, and without the host’s controls', () => {
  const start = (address: string) => startAddress(videoLink(address, ORIGIN), address);
  expect(start(`https://youtu.be/${ID}`)).toBe(`${EMBED}&autoplay=1&playsinline=1&controls=0&enablejsapi=1`);
  expect(start('https://vimeo.com/76979871')).toBe(
    'https://player.vimeo.com/video/76979871?autoplay=1&playsinline=1&controls=0',
  );
  expect(start('/media/one.mp4')).toBe('/media/one.mp4');
});

test.each([
  [`https://youtu.be/${ID}?t=10`, `https://www.youtube.com/watch?v=${ID}`],
  [`https://www.youtube.com/embed/${ID}?start=5`, `https://www.youtube.com/watch?v=${ID}`],
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'https://vimeo.com/76979871/8272103f6e'],
])('the film of %s has its page at the host: %s', (address, page) => {
  const link = videoLink(address, ORIGIN);
  expect(link.kind === 'embed' && hostPage(link)).toBe(page);
});
