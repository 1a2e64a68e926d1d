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

/** Whether a notification is wholly on the screen and covers no control. */
export const isFree = (box: Box, controls: readonly Box[], screen: { width: number; height: number }) =>
  box.left >= 0 &&
  box.top >= 0 &&
  box.right <= screen.width &&
  box.bottom <= screen.height &&
  !controls.some((control) => overlaps(box, control));

/**
 * Finds where a notification covers no control: at its own position, or else above the controls that stand
 * there, on its own side or on the other. Returns its own position when the screen has no room.
 */
export function findRoom(own: Box, controls: readonly Box[], screen: { width: number }): Box {
  const height = own.bottom - own.top;
  const otherSide = screen.width - own.right;
  const tops = [own.top, ...controls.map(({ top }) => top - GAP - height)]
    .filter((top) => top <= own.top && top >= GAP)
    .sort((a, b) => b - a);
  for (const left of [own.left, otherSide])
    for (const top of tops) {
      const box = movedTo(own, left, top);
      if (!controls.some((control) => overlaps(box, control))) return box;
    }
  return own;
}
