import { type RefObject, useEffect, useRef } from 'react';

/**
 * Hands text that was typed before hydration to a controlled field, through `onType`. The browser keeps such
 * text, but no event tells of it, and the next render would erase it. Returns the ref of the field.
 */
export function useEarlyText(
  text: string,
  onType: (text: string) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  const first = useRef({ text, onType });
  useEffect(() => {
    const early = input.current?.value ?? '';
    if (early !== first.current.text) first.current.onType(early);
  }, []);
  return input;
}
