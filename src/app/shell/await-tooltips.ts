/**
 * Tooltips are for pointers that hover and for the keyboard: their code comes with the first sign of either, and not at
 * all to a finger. When it could not be fetched, the next sign tries again.
 */
export function awaitTooltips(): void {
  const signs = new AbortController();
  let asked = false;
  const load = (event: PointerEvent | KeyboardEvent) => {
    const isSign = event instanceof PointerEvent ? event.pointerType !== 'touch' : event.key === 'Tab';
    if (asked || !isSign) return;
    asked = true;
    import('#platform/design/tooltips.ts').then(
      ({ startTooltips }) => {
        signs.abort();
        startTooltips(event instanceof PointerEvent ? 'pointer' : 'keyboard');
      },
      () => {
        asked = false;
      },
    );
  };
  addEventListener('pointermove', load, signs);
  addEventListener('keydown', load, signs);
}
