import { memo } from 'react';
import { Icon } from '#platform/design/icon.tsx';
import { readingSpeed } from '#platform/text/captions/reading-speed.ts';
import { added, type Line, problemOf } from './caption-lines.ts';
import * as css from './caption-list.module.css';
import { type CaptionFocus, OpenCaption } from './open-caption.tsx';
import { tenths } from './time-field.ts';
import { toCueText } from './typed-text.ts';
import type { CaptionLines } from './use-caption-lines.ts';

interface CaptionListProps {
  captions: CaptionLines;
  /** Focus of the open caption. */
  focus: CaptionFocus;
  onOpen(index: number, caret?: number): void;
  /** Opens a caption and seeks to its start. Must be referentially stable. */
  onGo(index: number): void;
  /** Returns the film's time, in seconds. */
  now(): number;
}

/** The captions in order. At most one is open. */
export function CaptionList({ captions, focus, onOpen, onGo, now }: CaptionListProps) {
  const { lines, index } = captions;
  return (
    <>
      <ol className={css.captions} data-part="captions">
        {lines.map((line, at) =>
          at === index ? (
            <OpenCaption
              key={line.key}
              {...{ captions, line, focus, onOpen }}
              isLast={at === lines.length - 1}
            />
          ) : (
            <ClosedCaption key={line.key} line={line} index={at} onGo={onGo} />
          ),
        )}
      </ol>
      <div className={css.more}>
        <button
          className="btn line sm"
          type="button"
          onClick={() => {
            const after = index < 0 ? lines.length - 1 : index;
            captions.change((present) => added(present, after, now()));
            onOpen(after + 1);
          }}
        >
          <Icon name="plus" />
          Add caption
        </button>
      </div>
    </>
  );
}

interface ClosedCaptionProps {
  line: Line;
  index: number;
  onGo(index: number): void;
}

const ClosedCaption = memo(({ line, index, onGo }: ClosedCaptionProps) => {
  const { start, end, text } = line;
  const problem = problemOf(line);
  const time = start === null ? 'No time' : tenths(start);
  return (
    <li className={css.closed}>
      <button
        className={`btn quiet sm ${css.goTo}`}
        type="button"
        aria-label={start === null ? `No time, caption ${index + 1}` : `Go to ${time}`}
        onClick={() => onGo(index)}
      >
        {time}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button before it does the same */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button before it does the same */}
      <span className={css.words} dir="auto" onClick={() => onGo(index)}>
        {text}
      </span>
      {problem === null && start !== null && end !== null ? (
        <span className={css.speed}>
          {Math.round(readingSpeed({ start, end, text: toCueText(text) }))} characters a second
        </span>
      ) : (
        <span className={css.wrong}>
          <Icon name="alert" />
          {problem}
        </span>
      )}
    </li>
  );
});
