import { useEffect, useId, useRef, useState } from 'react';
import { clockTime } from '../controls/time-text.ts';
import type { Caption } from '../playback/captions.ts';
import * as css from './transcript.module.css';

interface TranscriptProps {
  lines: readonly Caption[];
  /** Language of the lines. */
  lang: string | undefined;
  /** Seconds. */
  time: number;
  kind: 'video' | 'audio';
  headingLevel?: 2 | 3;
  onSeek(time: number): void;
}

/** Shows the captions line by line. A press on a line seeks to it. */
export function Transcript({ lines, lang, time, kind, headingLevel = 3, onSeek }: TranscriptProps) {
  const [follows, setFollows] = useState(true);
  const heading = useId();
  const list = useRef<HTMLOListElement>(null);
  const current = lines.findLastIndex(({ start }) => start <= time);
  useEffect(() => {
    const element = list.current;
    // On a phone, following would scroll the whole viewer.
    if (!follows || !element || element.scrollHeight <= element.clientHeight) return;
    const line = element.children[Math.max(0, current)];
    if (!(line instanceof HTMLElement)) return;
    const top = line.offsetTop - element.offsetTop - (element.clientHeight - line.offsetHeight) / 2;
    element.scrollTo({ top });
  }, [follows, current]);
  const stopFollowing = () => setFollows(false);
  const Heading = `h${headingLevel}` as const;
  return (
    <section className={css.transcript} aria-labelledby={heading} data-part="transcript">
      <div className={css.head}>
        <Heading id={heading} tabIndex={-1} ref={takeFocus}>
          Transcript
        </Heading>
        <button
          type="button"
          className={`chip ${css.follow}`}
          aria-pressed={follows}
          onClick={() => setFollows(!follows)}
        >
          Follow the {kind === 'audio' ? 'recording' : 'film'}
        </button>
      </div>
      <ol lang={lang} ref={list} className={css.lines} onWheel={stopFollowing} onTouchMove={stopFollowing}>
        {lines.map(({ start, text }, index) => (
          <li key={start}>
            <button
              type="button"
              aria-current={index === current ? 'true' : undefined}
              onClick={() => onSeek(start)}
            >
              <span className={css.time}>{clockTime(start)}</span>
              <span dir="auto">{text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Focuses the heading, because the menu that opened the transcript has closed. */
function takeFocus(heading: HTMLElement | null): void {
  heading?.focus();
}
