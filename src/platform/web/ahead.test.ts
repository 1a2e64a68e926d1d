import { afterEach, expect, test, vi } from 'vitest';
import { isSpare, SIGNS, whenIdle, whenInView, whenUsed } from './ahead.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page's event target, on which events are dispatched by name. */
function fakePage(readyState: string, hasBeenActive: boolean) {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  // Node.js reads `capture` only from an object.
  vi.stubGlobal('removeEventListener', (name: string, listener: () => void, capture = false) =>
    page.removeEventListener(name, listener, { capture }),
  );
  vi.stubGlobal('document', { readyState });
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });
  vi.stubGlobal('window', { requestIdleCallback: true });
  vi.stubGlobal('requestIdleCallback', (task: () => void) => task());
  vi.stubGlobal('cancelIdleCallback', () => {});
  return (name: string) => page.dispatchEvent(new Event(name));
}

test('a task for an idle page waits until the page is loaded', () => {
  const dispatch = fakePage('interactive', false);
  const [task, cancelled] = [vi.fn(), vi.fn()];
  whenIdle(task);
  whenIdle(cancelled)();
  expect(task).not.toHaveBeenCalled();
  dispatch('load');
  expect([task, cancelled].map((each) => each.mock.calls.length)).toEqual([1, 0]);
  fakePage('complete', false);
  whenIdle(cancelled);
  expect(cancelled).toHaveBeenCalledTimes(1);
});

test('a task for a used page waits for the first activity, unless there was some before', () => {
  for (const sign of SIGNS) {
    const dispatch = fakePage('complete', false);
    const [task, cancelled] = [vi.fn(), vi.fn()];
    whenUsed(task);
    whenUsed(cancelled)();
    expect(task).not.toHaveBeenCalled();
    dispatch(sign);
    for (const later of SIGNS) dispatch(later);
    expect([sign, ...[task, cancelled].map((each) => each.mock.calls.length)]).toEqual([sign, 1, 0]);
  }
  fakePage('complete', true);
  const task = vi.fn();
  whenUsed(task);
  expect(task).toHaveBeenCalledTimes(1);
});

test('a task for an element waits until it is in view, and runs once', () => {
  let notify: (entries: { isIntersecting: boolean }[]) => void = () => {};
  const observer = { observe: vi.fn(), disconnect: vi.fn() };
  class Observer {
    observe = observer.observe;
    disconnect = observer.disconnect;
    constructor(callback: typeof notify) {
      notify = callback;
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const task = vi.fn();
  whenInView({} as Element, task);
  notify([{ isIntersecting: false }]);
  expect([task.mock.calls.length, observer.disconnect.mock.calls.length]).toEqual([0, 0]);
  notify([{ isIntersecting: false }, { isIntersecting: true }]);
  expect([task.mock.calls.length, observer.disconnect.mock.calls.length]).toEqual([1, 1]);
});

test('nothing is preloaded on slow connections or with data saving', () => {
  expect(isSpare({ saveData: true, effectiveType: '4g' })).toBe(false);
  expect(isSpare({ saveData: false, effectiveType: '2g' })).toBe(false);
  expect(isSpare({ effectiveType: 'slow-2g' })).toBe(false);
  expect(isSpare({ saveData: false, effectiveType: '4g' })).toBe(true);
  expect(isSpare({})).toBe(true);
});
