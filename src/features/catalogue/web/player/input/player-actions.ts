import type { Api } from '#platform/web/api-client.ts';
import { SPEEDS } from '../../../contract/calls.ts';
import type { Playback, Snapshot } from '../playback/playback.ts';
import { changePreferences } from '../playback/preferences.ts';
import type { PlayerKeys } from './player-keys.ts';
import { PLAYER_SHORTCUTS, type PlayerAction, STEP } from './player-shortcuts.ts';

export interface Actions {
  toggle(): void;
  /** `time` in seconds. */
  seek(time: number): void;
  mute(): void;
  setSpeed(speed: number): void;
  /** One step of the menu's speeds up or down. */
  stepSpeed(by: 1 | -1): void;
}

/** Returns the actions of the controls and keys. Stores changes of sound and speed. */
export function actionsOf(playback: Playback | null, view: Snapshot, api: Api, onStart: () => void): Actions {
  const { phase, duration, muted, speed } = view;
  const setSpeed = (value: number) => {
    const known = SPEEDS.find((one) => one === value);
    if (known === undefined) return;
    playback?.setSpeed(known);
    changePreferences(api, { speed: known });
  };
  return {
    toggle: () => (phase === 'playing' ? playback?.pause() : onStart()),
    // Before the duration is known, the medium itself limits the time.
    seek: (time) => playback?.seek(Math.max(0, Math.min(duration || time, time))),
    mute() {
      playback?.setMuted(!muted);
      changePreferences(api, { muted: !muted });
    },
    setSpeed,
    stepSpeed(by) {
      const speeds: readonly number[] = SPEEDS;
      const next = speeds[speeds.indexOf(speed) + by];
      if (next !== undefined) setSpeed(next);
    },
  };
}

type Handlers = Record<PlayerAction, (() => void) | undefined>;

/** Returns the actions of the player's keys. A key without an available action is absent. */
export function keysOf(
  { toggle, seek, mute, stepSpeed }: Actions,
  time: number,
  others: Pick<Handlers, 'captions' | 'fullScreen' | 'transcript' | 'save'>,
): PlayerKeys {
  const handlers: Handlers = {
    ...others,
    toggle,
    back: () => seek(time - STEP),
    forward: () => seek(time + STEP),
    mute,
    slower: () => stepSpeed(-1),
    faster: () => stepSpeed(1),
  };
  return Object.fromEntries(
    PLAYER_SHORTCUTS.flatMap(({ keys }) =>
      Object.entries(keys).flatMap(([key, action]) => {
        const handler = handlers[action];
        return handler ? [[key, handler]] : [];
      }),
    ),
  );
}
