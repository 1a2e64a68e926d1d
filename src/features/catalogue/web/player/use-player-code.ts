import { useEffect, useState } from 'react';
import { whenUsed } from '#platform/web/ahead.ts';
import { lazyModule } from '#platform/web/lazy-module.ts';

const loadPlayer = lazyModule(() => import('./controls/player.tsx'));

/** Loads the player's code ahead of a press, because playing must start within the press. */
export const preloadPlayer = loadPlayer.preload;

type PlayerModule = Awaited<ReturnType<typeof loadPlayer>>;

interface PlayerCode {
  /** Undefined while its code is not loaded. */
  Player: PlayerModule['Player'] | undefined;
  /** A press waits for the code. */
  coming: boolean;
  /** A press has waited in vain. */
  lost: boolean;
  load(): void;
}

/**
 * Loads the player's code, which the first view does not need: with `early` at the reader's first action on
 * the page, otherwise when `load` is called. `pressed`: the reader has pressed Play.
 */
export function usePlayerCode(early: boolean, pressed: boolean): PlayerCode {
  const [module, setModule] = useState(loadPlayer.loaded);
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    void loadPlayer().then(setModule, () => setFailed(true));
  };
  useEffect(() => {
    // The press retries after a failure.
    return early
      ? whenUsed(() => void loadPlayer.preload().then((loaded) => loaded && setModule(loaded)))
      : undefined;
  }, [early]);
  return {
    Player: module?.Player,
    coming: pressed && !module && !failed,
    lost: pressed && failed,
    load,
  };
}
