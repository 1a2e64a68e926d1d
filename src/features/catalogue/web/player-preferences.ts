/** How a person likes to listen; kept in this browser only. Captions are shown until they are turned off. */
export interface PlayerPreferences {
  speed: number;
  volume: number;
  muted: boolean;
  captions: boolean;
}

const KEY = 'stillwater.player';
const DEFAULTS: PlayerPreferences = { speed: 1, volume: 1, muted: false, captions: true };

const inRange = (value: unknown, low: number, high: number, otherwise: number) =>
  typeof value === 'number' && value >= low && value <= high ? value : otherwise;

/** What was stored, as far as it makes sense. */
export function parsePreferences(text: string | null): PlayerPreferences {
  let stored: Partial<Record<keyof PlayerPreferences, unknown>> | null = null;
  try {
    stored = JSON.parse(text ?? 'null');
  } catch {
    // Somebody else's text: the defaults stand.
  }
  return {
    speed: inRange(stored?.speed, 0.25, 4, DEFAULTS.speed),
    volume: inRange(stored?.volume, 0, 1, DEFAULTS.volume),
    muted: stored?.muted === true,
    captions: stored?.captions !== false,
  };
}

function read(): PlayerPreferences {
  try {
    return parsePreferences(localStorage.getItem(KEY));
  } catch {
    return DEFAULTS;
  }
}

/** Sets a player as the last one was left, and remembers what is changed on it. Answers how to let go of it. */
export function keepPreferences(player: HTMLMediaElement): () => void {
  const liked = read();
  player.defaultPlaybackRate = liked.speed;
  player.playbackRate = liked.speed;
  player.volume = liked.volume;
  player.muted = liked.muted;
  // A sound has no picture to write on: its captions are shown beside it, always.
  const tracks = player instanceof HTMLVideoElement ? [...player.textTracks] : [];
  for (const track of tracks) track.mode = liked.captions ? 'showing' : 'disabled';

  const remember = () => {
    const now: PlayerPreferences = {
      speed: player.playbackRate,
      volume: player.volume,
      muted: player.muted,
      captions: tracks.length === 0 ? read().captions : tracks.some((track) => track.mode === 'showing'),
    };
    try {
      localStorage.setItem(KEY, JSON.stringify(now));
    } catch {
      // Storage may be refused; the choice then lasts as long as the player.
    }
  };
  player.addEventListener('ratechange', remember);
  player.addEventListener('volumechange', remember);
  player.textTracks.addEventListener('change', remember);
  return () => {
    player.removeEventListener('ratechange', remember);
    player.removeEventListener('volumechange', remember);
    player.textTracks.removeEventListener('change', remember);
  };
}
