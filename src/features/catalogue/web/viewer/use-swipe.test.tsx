import type { TouchEvent } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useSwipe } from './use-swipe.ts';

/** An element that matches only its own name. */
class FakeElement {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  closest(selector: string) {
    return selector.split(', ').includes(this.name) ? this : null;
  }
}
vi.stubGlobal('Element', FakeElement);
vi.stubGlobal('visualViewport', { scale: 1 });

test.each([
  ['p', 1],
  ['pre', 0],
  ['iframe', 0],
])('a swipe to the left over %s steps %i times', (name, steps) => {
  const onLeft = vi.fn();
  const at = (clientX: number) =>
    ({
      target: new FakeElement(name),
      touches: [{ clientX, clientY: 0 }],
      changedTouches: [{ clientX, clientY: 0 }],
    }) as unknown as TouchEvent;
  function Swiped() {
    const { onTouchStart, onTouchEnd } = useSwipe({ current: null }, onLeft, () => {});
    onTouchStart(at(300));
    onTouchEnd(at(100));
    return null;
  }
  renderToString(<Swiped />);
  expect(onLeft).toHaveBeenCalledTimes(steps);
});
