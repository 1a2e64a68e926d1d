import { useCallback, useEffect, useRef, useState } from 'react';
import { useUpload } from '#features/uploads/web/use-upload.ts';
import { tenths } from '../../captions/lines/time-field.ts';
import { FilmFrames, FilmTooSlow } from './film-frames.ts';

/** Times of the offered pictures, as shares of the film's duration. */
const OFFERED = [0.1, 0.3, 0.5, 0.7, 0.9];

interface OfferedMoment {
  seconds: number;
  /** A `data:` URL; null until it is drawn. */
  picture: string | null;
}

/** Draws a film's offered pictures, and uploads the chosen one as an ordinary picture. */
export function usePoster(address: string, onChosen: (url: string) => void) {
  const film = useRef<FilmFrames | null>(null);
  const [duration, setDuration] = useState(0);
  const [moments, setMoments] = useState<readonly OfferedMoment[]>([]);
  const [problem, setProblem] = useState<'slow' | 'unreadable' | null>(null);
  /** Seconds; null while nothing is chosen. */
  const [chosen, setChosen] = useState<number | null>(null);
  const upload = useUpload('image', ({ url }) => onChosen(url));

  useEffect(() => {
    const frames = new FilmFrames(address);
    film.current = frames;
    let isLeft = false;
    const read = async () => {
      const length = await frames.duration();
      if (isLeft) return;
      setDuration(length);
      const offered = OFFERED.map((share) => Math.round(length * share * 10) / 10);
      setMoments(offered.map((seconds) => ({ seconds, picture: null })));
      for (const [index, seconds] of offered.entries()) {
        const picture = await frames.small(seconds);
        if (isLeft) return;
        setMoments((all) => all.map((one, at) => (at === index ? { seconds, picture } : one)));
      }
    };
    read().catch((error) => isLeft || setProblem(problemOf(error)));
    return () => {
      isLeft = true;
      frames.close();
    };
  }, [address]);

  const { start, cancel } = upload;
  const last = useRef(0);
  /** The last of several presses wins. */
  const choose = useCallback(
    async (seconds: number) => {
      last.current += 1;
      const mine = last.current;
      cancel();
      setChosen(seconds);
      try {
        const file = await film.current?.file(seconds, `Moment ${tenths(seconds).replaceAll(':', '-')}.jpg`);
        if (file && last.current === mine) await start([file]);
      } catch (error) {
        if (last.current === mine) setProblem(problemOf(error));
      }
    },
    [start, cancel],
  );

  return { duration, moments, problem, chosen, choose, upload: upload.state };
}

const problemOf = (error: unknown) => (error instanceof FilmTooSlow ? 'slow' : 'unreadable');
