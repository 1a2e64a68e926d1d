import { useCallback, useState } from 'react';
import { BrokenMedia } from './broken-media.tsx';
import { keepPreferences } from './player-preferences.ts';

interface AudioPlayerProps {
  url: string;
  captionsUrl: string | null;
  title: string;
}

/** The browser's own controls for a sound that was asked for, with the words that are being said. */
export function AudioPlayer({ url, captionsUrl, title }: AudioPlayerProps) {
  const [broken, setBroken] = useState(false);
  const [words, setWords] = useState('');

  const start = useCallback((player: HTMLAudioElement) => {
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
  }, []);

  if (broken) return <BrokenMedia what="recording" onRetry={() => setBroken(false)} />;
  return (
    <div className="player player-audio">
      <p className="spoken">{words}</p>
      <audio
        src={url}
        controls
        preload="metadata"
        aria-label={title}
        ref={start}
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
