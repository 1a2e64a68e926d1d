declare global {
  /** Whether the reader has moved since the page was loaded, or since Back or Forward led to it. */
  var readerMoved: boolean;
}

/** Events of a reader who moves without waiting for the page, and of one whom the history moves. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown', 'popstate'];

/**
 * Returns the script that keeps {@link readerMoved}. Inline, because a reader may scroll before any other
 * script has come: a scroll position that is restored later would take them back.
 */
export const ownMovesScript = (): string =>
  `var readerMoved=false;${JSON.stringify(MOVES)}.forEach(function(t){` +
  `addEventListener(t,function(){readerMoved=t!='popstate'},{capture:true,passive:true})});`;
