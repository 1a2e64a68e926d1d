/** Seconds that an arrow key on the line, J and L move. */
export const STEP = 5;

/** The action of a key of the player. */
export type PlayerAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'captions'
  | 'mute'
  | 'fullScreen'
  | 'transcript'
  | 'slower'
  | 'faster'
  | 'save';

interface Shortcut<Action extends string> {
  label: string;
  /** By `KeyboardEvent.key`, letters in lower case. */
  keys: Readonly<Record<string, Action>>;
}

/** The player's keys: `keysOf` binds them, and the list of shortcuts shows them. */
export const PLAYER_SHORTCUTS: readonly Shortcut<PlayerAction>[] = [
  { label: 'Play or pause', keys: { ' ': 'toggle', k: 'toggle' } },
  { label: `Back or forward ${STEP} seconds`, keys: { j: 'back', l: 'forward' } },
  { label: 'Captions', keys: { c: 'captions' } },
  { label: 'Mute', keys: { m: 'mute' } },
  { label: 'Full screen', keys: { f: 'fullScreen' } },
  { label: 'Transcript', keys: { t: 'transcript' } },
  { label: 'Slower or faster', keys: { '<': 'slower', '>': 'faster' } },
  { label: 'Save', keys: { s: 'save' } },
];
