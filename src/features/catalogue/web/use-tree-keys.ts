import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { lineStartingWith, moveOn } from './tree-model.ts';
import type { Tree } from './use-tree.ts';

/** Letters that follow each other so quickly are one word. */
const TYPING_PAUSE = 500;
/** A line far away is in the page a frame or two after it was asked for. */
const FRAMES = 10;

/** One line of the tree takes the Tab key's focus; the arrows move it. */
export function useTreeKeys(tree: Tree) {
  const { lines } = tree;
  const [chosen, setActive] = useState<string | null>(null);
  const active = lines.some(({ key }) => key === chosen) ? chosen : (lines[0]?.key ?? null);
  const typed = useRef({ text: '', at: 0 });
  /** Where the focus goes once the line is in the page. */
  const wanted = useRef<string | null>(null);

  useEffect(() => {
    let frames = FRAMES;
    let request = 0;
    const look = () => {
      const key = wanted.current;
      if (key === null) return;
      if (focusLine(key)) wanted.current = null;
      else if (frames-- > 0) request = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(request);
  });

  const goTo = (key: string) => {
    wanted.current = key;
    setActive(key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (active === null || event.altKey || event.ctrlKey || event.metaKey) return;
    // A link or a button inside a line has keys of its own.
    const own = event.target instanceof Element && !event.target.matches('[role="treeitem"]');
    if (own && (event.key === 'Enter' || event.key === ' ')) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      document.getElementById(active)?.querySelector<HTMLElement>('a[data-open]')?.click();
      return;
    }
    if (event.key === ' ') {
      event.preventDefault();
      if (typed.current.text !== '' && performance.now() - typed.current.at < TYPING_PAUSE) typeAhead(' ');
      else toggle(active);
      return;
    }
    const move = moveOn(lines, active, event.key);
    if (move) {
      event.preventDefault();
      if ('focus' in move) goTo(move.focus);
      else if ('open' in move) tree.setOpen(move.open, true);
      else tree.setOpen([move.close], false);
    } else if (['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) event.preventDefault();
    else if ([...event.key].length === 1) {
      event.preventDefault();
      typeAhead(event.key);
    }
  };

  const typeAhead = (letter: string) => {
    const now = performance.now();
    const { text, at } = typed.current;
    typed.current = { text: now - at < TYPING_PAUSE ? text + letter : letter, at: now };
    const found = lineStartingWith(lines, active ?? '', typed.current.text);
    if (found !== null) goTo(found);
  };

  const toggle = (key: string) => {
    const line = lines.find((one) => one.key === key);
    if (line?.branch) tree.setOpen([key], !line.open);
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
