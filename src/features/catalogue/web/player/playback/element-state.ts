import { IDLE, type Snapshot } from './playback.ts';

/** Seconds before its end within which a stalled file is moved to its end. Nobody misses them. */
const END_MARGIN = 0.5;
/** Number of reads at the same time, close to the end, after which the file counts as stalled. */
const STALLED_READS = 15;
/** Seconds played with sound after which the browser certainly has a sound device. */
const MIN_HEARD = 3;

/** State of a file in a `video` or `audio` element: what the player shows, and what decides the next step. */
export interface ElementState {
  readonly shown: Snapshot;
  /** The reader has asked for it, so that it is no longer `idle` while it does not play. */
  readonly begun: boolean;
  /** Number of reads at the same time, close to the end. */
  readonly stalledReads: number;
  /** Seconds that have played with sound. */
  readonly heard: number;
  /** Position of the last retry. A film that has moved since gets another: signed addresses expire. */
  readonly retriedAt: number;
}

/** The element's properties that the player shows. */
export type Reading = Readonly<
  Pick<HTMLMediaElement, 'currentTime' | 'duration' | 'ended' | 'paused' | 'muted' | 'playbackRate'>
>;

/** An error of the element, and what was true then. */
export interface Failure {
  /** The browser says that it cannot decode the file. */
  undecodable: boolean;
  /** The browser has read the file's length and size. */
  loaded: boolean;
  muted: boolean;
  online: boolean;
}

export type ElementEvent =
  | { type: 'asked' | 'waits' | 'flows' | 'retried' }
  | { type: 'changed' | 'ticked'; reading: Reading }
  | { type: 'sought'; time: number }
  | ({ type: 'failed' } & Failure);

/** A step that the element has to take. */
export type Command = 'move to end' | 'retry muted' | 'retry later';

export const READY: ElementState = {
  shown: { ...IDLE, ready: true },
  begun: false,
  stalledReads: 0,
  heard: 0,
  retriedAt: Number.NEGATIVE_INFINITY,
};

/** Returns the state after an event, and the step that follows from it. */
export function afterEvent(state: ElementState, event: ElementEvent): [ElementState, Command?] {
  switch (event.type) {
    case 'asked':
      return [{ ...state, begun: true }];
    case 'waits':
      return [show(state, { waiting: true })];
    case 'flows':
      return [show(state, { waiting: false })];
    case 'sought':
      return [show(state, { time: event.time })];
    case 'changed':
      return [show(state, changes(event.reading, state.begun))];
    case 'ticked':
      return afterTick(state, event.reading);
    case 'failed':
      return afterFailure(state, event);
    case 'retried':
      return [show(state, { phase: 'paused', waiting: true })];
  }
}

const show = (state: ElementState, change: Partial<Snapshot>): ElementState => ({
  ...state,
  shown: { ...state.shown, ...change },
});

/** A film that the browser refuses to play is `paused`: it was asked for, and has its play button. */
function changes(
  { currentTime, duration, ended, paused, muted, playbackRate }: Reading,
  begun: boolean,
): Partial<Snapshot> {
  const atRest = begun ? 'paused' : 'idle';
  return {
    phase: ended ? 'ended' : paused ? atRest : 'playing',
    time: currentTime,
    duration: Number.isFinite(duration) ? duration : 0,
    muted,
    speed: playbackRate,
  };
}

/** WebKit under load, after a seek close to the end, stops before it without an `ended` event. */
function afterTick(state: ElementState, { currentTime, duration, muted }: Reading): [ElementState, Command?] {
  const moved = currentTime - state.shown.time;
  const isStalled = moved === 0 && duration - currentTime < END_MARGIN;
  const stalledReads = isStalled ? state.stalledReads + 1 : 0;
  const heard = state.heard + (muted ? 0 : Math.max(0, moved));
  const next = show({ ...state, stalledReads, heard }, { time: currentTime });
  return stalledReads === STALLED_READS ? [next, 'move to end'] : [next];
}

function afterFailure(state: ElementState, failure: Failure): [ElementState, Command?] {
  const { begun, heard, retriedAt } = state;
  const { time } = state.shown;
  // Safari reports the same error when a connection breaks during play.
  const isBroken = failure.undecodable && heard < MIN_HEARD;
  // Firefox without a sound device fails to decode a loaded file. It plays the file when muted.
  if (isBroken && failure.loaded && !failure.muted) return [state, 'retry muted'];
  const isElsewhere = Math.abs(time - retriedAt) >= 1;
  if (!isBroken && begun && isElsewhere && failure.online)
    return [show({ ...state, retriedAt: time }, { waiting: true }), 'retry later'];
  return [show(state, { phase: 'failed', waiting: false })];
}
