import { lazyModule } from '#platform/web/lazy-module.ts';

const loadTooltips = lazyModule(() => import('#platform/design/tooltips.ts'));

/**
 * Loads the code of tooltips at the first sign of a pointer that hovers or of the Tab key. A finger needs no
 * tooltips. After a failed load the next sign tries again.
 */
export function awaitTooltips(): void {
  // A tooltip is a native popover: without these, names are read out only.
  if (!('popover' in HTMLElement.prototype)) return;
  const signs = new AbortController();
  const load = (event: PointerEvent | KeyboardEvent) => {
    const isPointer = event instanceof PointerEvent;
    if (isPointer ? event.pointerType === 'touch' : event.key !== 'Tab') return;
    loadTooltips().then(
      ({ startTooltips }) => {
        if (signs.signal.aborted) return;
        signs.abort();
        startTooltips(isPointer ? 'pointer' : 'keyboard');
      },
      () => {},
    );
  };
  addEventListener('pointermove', load, signs);
  addEventListener('keydown', load, signs);
}
