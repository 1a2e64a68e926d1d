import { expect, test } from 'vitest';
import { type Moment, PlayedTime } from './played-time.ts';

/** A film of a minute. */
const DURATION = 60;

/** Plays a film in a page that reads its state at intervals. */
function makeFilm({ before = 0, speed = 1 } = {}) {
  const played = new PlayedTime(before);
  const moment: Moment = { phase: 'paused', time: before, duration: DURATION, speed, waiting: false };
  // Any start, because the clock of a page does not start with its film.
  let now = 90_000;
  const read = () => played.update(moment, now);
  return {
    jumpTo(time: number) {
      now += 100;
      Object.assign(moment, { time });
      read();
    },
    playTo(time: number, interval = 0.1) {
      moment.phase = 'playing';
      for (read(); moment.time < time; read()) {
        now += interval * 1000;
        moment.time = Math.min(time, moment.time + interval * speed);
      }
      if (time >= DURATION) moment.phase = 'ended';
      read();
    },
    pause(seconds: number) {
      moment.phase = 'paused';
      read();
      now += seconds * 1000;
    },
    stall(seconds: number) {
      moment.waiting = true;
      read();
      now += seconds * 1000;
    },
    isSeen: () => played.hasReached(0.9, moment),
  };
}

test.each([0.5, 1, 2, 16])('a film played to nine tenths at %d times its speed is seen', (speed) => {
  const film = makeFilm({ speed });
  film.playTo(53);
  expect(film.isSeen()).toBe(false);
  film.playTo(54.1);
  expect(film.isSeen()).toBe(true);
});

test.each([1, 20])('a film is seen also if its page in the background reads it every %d s', (interval) => {
  const film = makeFilm();
  film.playTo(DURATION, interval);
  expect(film.isSeen()).toBe(true);
});

test('a film that was moved to its end is not seen, however it was moved', () => {
  const jumped = makeFilm();
  jumped.playTo(5);
  jumped.jumpTo(58);
  jumped.playTo(DURATION);
  expect(jumped.isSeen()).toBe(false);

  const waited = makeFilm();
  waited.playTo(5);
  waited.pause(600);
  waited.jumpTo(58);
  waited.playTo(DURATION);
  expect(waited.isSeen()).toBe(false);

  const stalled = makeFilm();
  stalled.playTo(5);
  stalled.stall(600);
  stalled.jumpTo(58);
  stalled.playTo(DURATION);
  expect(stalled.isSeen()).toBe(false);

  const dragged = makeFilm();
  dragged.playTo(5);
  dragged.pause(0);
  for (let time = 5; time < 59; time += 0.5) dragged.jumpTo(time);
  dragged.playTo(DURATION);
  expect(dragged.isSeen()).toBe(false);
});

test('a film is seen although parts of it were skipped, repeated or played on an earlier day', () => {
  const skipped = makeFilm();
  skipped.jumpTo(10);
  skipped.playTo(30);
  skipped.jumpTo(20);
  skipped.playTo(DURATION);
  expect(skipped.isSeen()).toBe(true);

  const continued = makeFilm({ before: 45 });
  continued.playTo(DURATION);
  expect(continued.isSeen()).toBe(true);
});

test('a film of unknown length is seen at its end, if it has played', () => {
  const played = new PlayedTime(0);
  const moment = { phase: 'playing', time: 0, duration: 0, speed: 1, waiting: false } as const;
  played.update(moment, 0);
  played.update({ ...moment, time: 10 }, 10_000);
  expect(played.hasReached(0.9, { ...moment, time: 10 })).toBe(false);
  expect(played.hasReached(0.9, { ...moment, time: 10, phase: 'ended' })).toBe(true);
});

test('an excerpt of a film is seen at its end, if it has played', () => {
  const played = new PlayedTime(0);
  const moment: Moment = { phase: 'playing', time: 60, duration: 600, speed: 1, waiting: false };
  played.update(moment, 0);
  for (let second = 1; second <= 120; second += 1)
    played.update({ ...moment, time: 60 + second }, second * 1000);
  expect(played.hasReached(0.9, { ...moment, time: 180 })).toBe(false);
  expect(played.hasReached(0.9, { ...moment, time: 180, phase: 'ended' })).toBe(true);
});
