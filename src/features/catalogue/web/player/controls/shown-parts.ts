import type { Snapshot } from '../playback/playback.ts';

/** State of the player and its surroundings, from which the shown parts follow. */
interface Situation extends Pick<Snapshot, 'phase' | 'ready' | 'waiting'> {
  kind: 'video' | 'audio';
  /** Play has been pressed. */
  started: boolean;
  /** The site's controls work with this medium. */
  steered: boolean;
  /** In a droplet's frame, where the controls show before the first press. */
  inFrame: boolean;
  /** The end of a wave lies over the player. */
  covered: boolean;
  /** The reader has a menu open, or drags the line. */
  held: boolean;
}

export interface ShownParts {
  /** The row of buttons, and the line. */
  controls: boolean;
  /** The picture receives presses. */
  surface: boolean;
  /** The controls fade a while after the reader's last action. */
  fades: boolean;
  spinner: boolean;
  failure: boolean;
}

/** Chooses the parts of the player that show over its medium. */
export function shownParts(its: Situation): ShownParts {
  const { phase, ready, waiting, started, steered } = its;
  // A file that failed while it was preloaded is loaded again by the press.
  const failure = started && phase === 'failed';
  // The site controls a video host's player once it has answered; until then it handles presses itself.
  const answers = started ? ready : its.inFrame;
  const controls = steered && answers && !failure && !its.covered;
  return {
    controls,
    surface: controls && phase !== 'idle',
    fades: controls && phase === 'playing' && its.kind === 'video' && !its.held,
    spinner: waiting || (started && steered && !ready && !failure),
    failure,
  };
}
