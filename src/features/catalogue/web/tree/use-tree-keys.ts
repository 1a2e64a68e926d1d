import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { lineStartingWith, moveFor } from './tree-model.ts';
import type { Tree } from './use-tree.ts';

/** Longest pause between two letters of one typed word, in ms. */
const TYPING_PAUSE = 500;
/** Animation frames to wait for a line that the windowed list does not render yet. It takes one or two. */
const FRAMES = 10;

/** Handles the tree's keys: the Tab key reaches one active line, and other keys move the focus from there. */
export function useTreeKeys(tree: Tree) {
  const { lines } = tree;
  const [lastActive, setActive] = useState<string | null>(null);
  const active = lines.some(({ key }) => key === lastActive) ? lastActive : (lines[0]?.key ?? null);
  const typed = useRef({ text: '', at: 0 });
  /** Key of the line to focus once it is rendered. */
  const pendingFocus = useRef<string | null>(null);

  useEffect(() => {
    let frames = FRAMES;
    let request = 0;
    const focusPending = () => {
      const key = pendingFocus.current;
      if (key === null) return;
      if (focusLine(key)) pendingFocus.current = null;
      else if (frames-- > 0) request = requestAnimationFrame(focusPending);
    };
    focusPending();
    return () => cancelAnimationFrame(request);
  });

  const moveTo = (key: string) => {
    pendingFocus.current = key;
    setActive(key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (active === null || event.altKey || event.ctrlKey || event.metaKey) return;
    // A link or button inside a line handles Enter and Space itself.
    const nested = event.target instanceof Element && !event.target.matches('[role="treeitem"]');
    if (nested && (event.key === 'Enter' || event.key === ' ')) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(active)?.querySelector<HTMLElement>('a[data-open]')?.click();
      return;
    }
    if (event.key === ' ') {
      event.preventDefault();
      if (typed.current.text !== '' && event.timeStamp - typed.current.at < TYPING_PAUSE) typeAhead(event);
      else toggle(active);
      return;
    }
    const move = moveFor(lines, active, event.key);
    if (move) {
      event.preventDefault();
      if ('focus' in move) moveTo(move.focus);
      else if ('open' in move) tree.setOpen(move.open, true);
      else close(move.close);
    } else if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.preventDefault();
    else if ([...event.key].length === 1) {
      event.preventDefault();
      typeAhead(event);
    }
  };

  // Uses the times of the key presses, because a busy page handles them late.
  const typeAhead = ({ key: letter, timeStamp }: KeyboardEvent<HTMLElement>) => {
    const { text, at } = typed.current;
    typed.current = { text: timeStamp - at < TYPING_PAUSE ? text + letter : letter, at: timeStamp };
    const found = lineStartingWith(lines, active ?? '', typed.current.text);
    if (found !== null) moveTo(found);
  };

  /** On wide screens a line stays in view beside its branch, and closing would move it out of the window. */
  const close = (key: string) => {
    tree.setOpen([key], false);
    moveTo(key);
  };

  const toggle = (key: string) => {
    const line = lines.find((other) => other.key === key);
    if (line?.open) close(key);
    else if (line?.branch) tree.setOpen([key], true);
  };

  return {
    active,
    activeLine: lines.find(({ key }) => key === active),
    toggle,
    onKeyDown,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const line = event.target.closest('[role="treeitem"]');
      if (line) setActive(line.id);
    },
  };
}

function focusLine(key: string): boolean {
  const line = document.getElementById(key);
  if (!line) return false;
  line.focus({ preventScroll: true });
  line.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return true;
}
