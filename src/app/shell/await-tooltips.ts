import { lazyModule } from '#platform/web/lazy-module.ts';

const loadTooltips = lazyModule(() => import('#platform/design/tooltips.ts'));

/**
 * Loads the code of tooltips at the first hover or press of the Tab key. Touch needs no tooltips. After a
 * failed load the next such event tries again.
 */
export function awaitTooltips(): void {
  // A tooltip is a native popover. Without popovers, only screen readers announce the names.
  if (!('popover' in HTMLElement.prototype)) return;
  const signs = new AbortController();
  const load = (event: PointerEvent | KeyboardEvent) => {
    const isPointer = event instanceof PointerEvent;
    if (isPointer ? event.pointerType === 'touch' : event.key !== 'Tab') return;
    void loadTooltips.preload().then((loaded) => {
      if (!loaded || signs.signal.aborted) return;
      signs.abort();
      loaded.startTooltips(isPointer ? 'pointer' : 'keyboard');
    });
  };
  addEventListener('pointermove', load, signs);
  addEventListener('keydown', load, signs);
}
