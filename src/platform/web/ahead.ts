/* What is fetched before a person asks for it: only when nothing else is to be done, and not for those who save data. */

/** Where the browser cannot tell when it is idle, in ms. */
const LATER = 1_500;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether bytes that are perhaps never needed are welcome. */
export function isSpare(
  connection: Connection | undefined = (navigator as { connection?: Connection }).connection,
): boolean {
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

/** Runs a task when the page is loaded and idle; answers how to call it off. */
export function whenIdle(task: () => void): () => void {
  let off = () => {};
  const wait = () => {
    if ('requestIdleCallback' in window) {
      const waiting = requestIdleCallback(task);
      off = () => cancelIdleCallback(waiting);
    } else {
      const waiting = setTimeout(task, LATER);
      off = () => clearTimeout(waiting);
    }
  };
  if (document.readyState === 'complete') wait();
  else {
    addEventListener('load', wait, { once: true });
    off = () => removeEventListener('load', wait);
  }
  return () => off();
}

const tasks = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Runs a task once, when the element is in view and the page idle; answers how to call it off. */
export function whenSeen(element: Element, task: () => void): () => void {
  if (!isSpare()) return () => {};
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer?.unobserve(target);
      tasks.get(target)?.();
    }
  });
  let callOff = () => {};
  tasks.set(element, () => {
    callOff = whenIdle(task);
  });
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    callOff();
  };
}
