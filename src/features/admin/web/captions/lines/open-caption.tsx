import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isComposing } from '#platform/design/form/is-composing.ts';
import { Icon } from '#platform/design/icon.tsx';
import { readingSpeed } from '#platform/text/captions/reading-speed.ts';
import { changed, joined, type Line, middleOf, problemOf, removed, split } from './caption-lines.ts';
import * as css from './caption-list.module.css';
import { fieldTime, parseTime } from './time-field.ts';
import { toCueText } from './typed-text.ts';
import type { CaptionLines } from './use-caption-lines.ts';

/** Focus after opening a caption: an offset in its text, its row, or none. */
export type CaptionFocus = number | 'row' | null;

interface OpenCaptionProps {
  captions: CaptionLines;
  line: Line;
  isLast: boolean;
  focus: CaptionFocus;
  onOpen(index: number, caret?: number): void;
}

/** The open caption: its times, its text, and its problem. */
export function OpenCaption({ captions, line, isLast, focus, onOpen }: OpenCaptionProps) {
  const { index, change } = captions;
  const words = useRef<HTMLTextAreaElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const { start, end, text } = line;
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' });
    if (focus === null) return;
    // On phones the on-screen keyboard would cover the film.
    if (focus === 'row' || matchMedia('(pointer: coarse)').matches)
      return row.current?.focus({ preventScroll: true });
    words.current?.focus({ preventScroll: true });
    words.current?.setSelectionRange(focus, focus);
  }, [focus]);

  const splitAt = (offset: number) => {
    if (split(captions.lines, index, offset).length === captions.lines.length) return;
    change((lines) => split(lines, index, offset));
    onOpen(index + 1, 0);
  };
  const joinBefore = () => {
    const before = captions.lines[index - 1]?.text.trim().length ?? 0;
    change((lines) => joined(lines, index - 1));
    onOpen(index - 1, before);
  };
  return (
    <li
      ref={row}
      className={css.open}
      tabIndex={-1}
      data-part="open-caption"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        words.current?.focus();
        words.current?.setSelectionRange(text.length, text.length);
      }}
    >
      <div className={css.times}>
        <TimeField
          label="Start"
          value={start}
          onTime={(time) => change((all) => changed(all, index, { start: time }))}
        />
        <TimeField
          label="End"
          value={end}
          onTime={(time) => change((all) => changed(all, index, { end: time }))}
        />
      </div>
      <Words
        {...{ line, index }}
        wordsRef={words}
        onText={(next) => change((lines) => changed(lines, index, { text: next }), `text ${line.key}`)}
        onSplit={splitAt}
        onJoin={index > 0 ? joinBefore : undefined}
        onLeave={() => row.current?.focus({ preventScroll: true })}
      />
      <div className={css.acts}>
        <Act
          label="Split"
          onPress={() => {
            const caret = words.current?.selectionStart ?? 0;
            splitAt(caret > 0 && caret < text.length ? caret : middleOf(text));
          }}
        />
        <Act label="Join next" isOff={isLast} onPress={() => change((lines) => joined(lines, index))} />
        <Act
          label="Delete"
          onPress={() => {
            change((lines) => removed(lines, index));
            onOpen(isLast ? index - 1 : index, 0);
          }}
        />
      </div>
    </li>
  );
}

interface ActProps {
  label: string;
  isOff?: boolean;
  onPress(): void;
}

const Act = ({ label, isOff = false, onPress }: ActProps) => (
  <button
    className="btn quiet sm"
    type="button"
    aria-disabled={isOff || undefined}
    onClick={() => {
      if (!isOff) onPress();
    }}
  >
    {label}
  </button>
);

interface WordsProps {
  line: Line;
  index: number;
  wordsRef: RefObject<HTMLTextAreaElement | null>;
  onText(text: string): void;
  onSplit(offset: number): void;
  /** Joins the caption with the previous one; undefined without one. */
  onJoin: (() => void) | undefined;
  /** Moves the keyboard focus out of the text, so that the film's keys work. */
  onLeave(): void;
}

/** The text field with its keys. Below it: the reading speed, or the problem. */
function Words({ line, index, wordsRef, onText, onSplit, onJoin, onLeave }: WordsProps) {
  const note = useId();
  const { start, end, text } = line;
  const problem = problemOf(line);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (isComposing(event)) return;
    const act =
      event.key === 'Enter' && !event.shiftKey
        ? () => onSplit(selectionStart)
        : event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0
          ? onJoin
          : event.key === 'Escape'
            ? onLeave
            : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
  const speed = Math.round(readingSpeed({ start: start ?? 0, end: end ?? 0, text: toCueText(text) }));
  return (
    <div>
      <textarea
        ref={wordsRef}
        className="input"
        rows={2}
        dir="auto"
        aria-label={start === null ? `Caption ${index + 1}` : `Caption at ${fieldTime(start)}`}
        aria-describedby={note}
        aria-invalid={problem !== null || undefined}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={note} className={problem === null ? css.speed : css.wrong}>
        {problem === null ? null : <Icon name="alert" />}
        {problem ?? `${speed} characters a second`}
      </p>
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  /** Seconds. */
  value: number | null;
  onTime(time: number): void;
}

const STEP = 0.1;

/** A time field. The arrow keys up and down nudge it. Invalid text remains, with a note. */
function TimeField({ label, value, onTime }: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && parseTime(typed) === null;
  const id = useId();
  return (
    <label>
      {label}
      <input
        className="input"
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        value={typed ?? fieldTime(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          const time = parseTime(target.value);
          if (time !== null) onTime(time);
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
        onKeyDown={(event) => {
          const by = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          setTyped(null);
          onTime(Math.max(0, Math.round(((value ?? 0) + by) * 1000) / 1000));
        }}
      />
      {isWrong ? (
        <span id={id} className={css.wrong}>
          Such as 0:17.4
        </span>
      ) : null}
    </label>
  );
}
