/** A rectangle on the screen, in px. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Space around a notification, in px. */
const GAP = 8;

const overlaps = (a: Box, b: Box) =>
  a.left < b.right + GAP && b.left < a.right + GAP && a.top < b.bottom + GAP && b.top < a.bottom + GAP;

const movedTo = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: x,
  top: y,
  right: x + right - left,
  bottom: y + bottom - top,
});

/** Tells whether a notification is completely on the screen and covers none of these. */
export const isFree = (box: Box, covered: readonly Box[], screen: { width: number; height: number }) =>
  box.left >= 0 &&
  box.top >= 0 &&
  box.right <= screen.width &&
  box.bottom <= screen.height &&
  !covered.some((one) => overlaps(box, one));

/**
 * Finds a position where a notification covers no control and no notice: its own, or above the obstacles, on
 * its own side or on the other. On a screen full of controls it avoids at least the notices and the row of
 * the last press, where the next press is likely, or else the notices. If that is impossible, it keeps its
 * own position.
 */
export function findRoom(
  own: Box,
  { controls, notices, pressed }: Record<'controls' | 'notices' | 'pressed', readonly Box[]>,
  screen: { width: number },
): Box {
  return (
    roomBeside(own, [...controls, ...notices], screen) ??
    roomBeside(own, [...pressed, ...notices], screen) ??
    roomBeside(own, notices, screen) ??
    own
  );
}

function roomBeside(own: Box, covered: readonly Box[], screen: { width: number }): Box | undefined {
  const height = own.bottom - own.top;
  const otherSide = screen.width - own.right;
  const tops = [own.top, ...covered.map(({ top }) => top - GAP - height)]
    .filter((top) => top <= own.top && top >= GAP)
    .sort((a, b) => b - a);
  return [own.left, otherSide]
    .flatMap((left) => tops.map((top) => movedTo(own, left, top)))
    .find((box) => !covered.some((one) => overlaps(box, one)));
}
