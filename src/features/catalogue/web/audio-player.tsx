import { useLayoutEffect, useRef, useState } from 'react';
import { BrokenMedia } from './broken-media.tsx';
import type { FilePlayerProps } from './media-player.tsx';
import { keepPreferences } from './player-preferences.ts';

/** The browser's own controls for a sound that was asked for, with the words that are being said. */
export function AudioPlayer({ url, captionsUrl, title, started }: FilePlayerProps) {
  const [broken, setBroken] = useState(false);
  const [words, setWords] = useState('');

  const audio = useRef<HTMLAudioElement>(null);
  useLayoutEffect(() => {
    const player = audio.current;
    if (!started || broken || !player) return undefined;
    const letGo = keepPreferences(player);
    player.focus({ preventScroll: true });
    player.play().catch(() => {});
    const track = player.textTracks[0];
    const onCue = () => setWords(spoken(track?.activeCues ?? null));
    if (track) track.mode = 'hidden';
    track?.addEventListener('cuechange', onCue);
    return () => {
      track?.removeEventListener('cuechange', onCue);
      letGo();
    };
  }, [started, broken]);

  if (broken && started) return <BrokenMedia what="recording" onRetry={() => setBroken(false)} />;
  return (
    <div className="player player-audio" hidden={!started}>
      <p className="spoken">{words}</p>
      <audio
        src={url}
        controls
        preload="metadata"
        aria-label={title}
        ref={audio}
        onError={() => setBroken(true)}
      >
        {captionsUrl === null ? null : <track kind="captions" src={captionsUrl} label="Captions" />}
      </audio>
    </div>
  );
}

function spoken(cues: TextTrackCueList | null): string {
  return [...(cues ?? [])]
    .map((cue) => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : ''))
    .join('\n');
}
