import type { Page } from 'playwright-core';

/*
 * Players of YouTube and Vimeo that behave like their frames: they respond to the messages of the hosts'
 * scripts (`www-widgetapi.js`; github.com/vimeo/player.js), and simulate a film of 20 seconds without media
 * data.
 */

/** The film's clock in the peers' pages, which advances while `playing`, by `rate`. */
const CLOCK = `
const LENGTH = 20;
let playing = false, at = 0, since = 0, rate = 1, muted = false;
const now = () => Math.min(LENGTH, at + (playing ? (rate * (performance.now() - since)) / 1000 : 0));
const hold = () => { at = now(); since = performance.now(); };
const starts = new URLSearchParams(location.search).get('autoplay') === '1';
`;

const YOUTUBE = `<title>YouTube</title><script>${CLOCK}
let listened = false;
const send = (message) => parent.postMessage(JSON.stringify(message), '*');
const tell = (event, info) => listened && send({ event, info, id: 1, channel: 'widget' });
const info = (more) => ({ currentTime: now(), duration: LENGTH, muted, playbackRate: rate, ...more });
const change = (state) => {
  tell('onStateChange', state);
  tell('infoDelivery', info({ playerState: state }));
};
const COMMANDS = {
  playVideo() { if (now() >= LENGTH) at = 0; hold(); playing = true; change(1); },
  pauseVideo() { hold(); playing = false; change(2); },
  seekTo(to) { at = to; since = performance.now(); tell('infoDelivery', info({})); },
  mute() { muted = true; tell('infoDelivery', info({})); },
  unMute() { muted = false; tell('infoDelivery', info({})); },
  setPlaybackRate(to) { hold(); rate = to; tell('infoDelivery', info({})); },
  addEventListener() {},
};
addEventListener('message', ({ data }) => {
  const { event, func, args } = JSON.parse(data);
  if (event === 'listening' && !listened) {
    listened = new URLSearchParams(location.search).get('enablejsapi') === '1';
    tell('onReady', null);
    tell('initialDelivery', info({ playerState: playing ? 1 : -1 }));
  } else if (event === 'command') COMMANDS[func]?.(...args);
});
setInterval(() => {
  if (!playing) return;
  tell('infoDelivery', info({}));
  if (now() >= LENGTH) { hold(); playing = false; change(0); }
}, 50);
if (starts) COMMANDS.playVideo();
</script>`;

const VIMEO = `<title>Vimeo</title><script>${CLOCK}
const listened = new Set();
const send = (message) => parent.postMessage(JSON.stringify(message), '*');
const tell = (event, data) => listened.has(event) && send({ event, data });
const progress = () => ({ seconds: now(), percent: now() / LENGTH, duration: LENGTH });
const METHODS = {
  ping: () => true,
  addEventListener: (type) => void listened.add(type),
  getPaused: () => !playing,
  getDuration: () => LENGTH,
  getTextTracks: () => [{ label: 'English', language: 'en', kind: 'captions', mode: 'disabled' }],
  play() {
    if (now() >= LENGTH) at = 0;
    hold();
    playing = true;
    tell('play', progress());
    tell('playing', progress());
  },
  pause() { hold(); playing = false; tell('pause', progress()); },
  setCurrentTime(to) { at = to; since = performance.now(); tell('seeked', progress()); },
  setMuted(to) { muted = to; tell('volumechange', { volume: 1, muted }); },
  setPlaybackRate(to) { hold(); rate = to; tell('playbackratechange', { playbackRate: rate }); },
  enableTextTrack({ language }) { document.title = 'captions ' + language; },
  disableTextTrack() { document.title = 'no captions'; },
};
addEventListener('message', ({ data: { method, value } }) => {
  const answer = METHODS[method]?.(value);
  send({ method, value: answer ?? value });
});
setInterval(() => {
  if (!playing) return;
  tell('timeupdate', progress());
  if (now() >= LENGTH) { hold(); playing = false; tell('ended', progress()); }
}, 50);
send({ event: 'ready' });
if (starts) METHODS.play();
</script>`;

/** Replaces both video hosts by peers. */
export async function withVideoHosts(page: Page): Promise<void> {
  const serve = (pattern: string, body: string) =>
    page.route(pattern, (route) => route.fulfill({ contentType: 'text/html', body }));
  await serve('https://www.youtube.com/**', YOUTUBE);
  await serve('https://player.vimeo.com/**', VIMEO);
}

/** Makes YouTube's player refuse each film: its owner forbids other sites to play it. */
export const refuseFilms = (page: Page) =>
  page.route('https://www.youtube.com/**', (route) => {
    const refusal = JSON.stringify({ event: 'onError', info: 150 });
    const script = `addEventListener('message', () => parent.postMessage('${refusal}', '*'));`;
    return route.fulfill({ contentType: 'text/html', body: `<script>${script}</script>` });
  });
