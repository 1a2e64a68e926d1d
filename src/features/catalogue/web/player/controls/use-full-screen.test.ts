import { expect, test } from 'vitest';
import { lendCaptions } from './use-full-screen.ts';

test.each([
  ['shows the captions of a reader who has them on', true, 'showing'],
  ['shows none to a reader who has turned them off', false, 'disabled'],
])('the system’s player %s', (_, on, mode) => {
  const track: Pick<TextTrack, 'mode'> = { mode: 'disabled' };
  const film = Object.assign(new EventTarget(), { textTracks: [track] });
  const end = lendCaptions(film, on);
  film.dispatchEvent(new Event('webkitbeginfullscreen'));
  expect(track.mode).toBe(mode);
  film.dispatchEvent(new Event('webkitendfullscreen'));
  expect(track.mode).toBe('disabled');
  end();
  film.dispatchEvent(new Event('webkitbeginfullscreen'));
  expect(track.mode).toBe('disabled');
});
