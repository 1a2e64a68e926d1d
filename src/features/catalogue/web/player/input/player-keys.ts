/** The used part of a key press. */
type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat' | 'defaultPrevented'>;

/** Actions by key; letters in lower case. */
export type PlayerKeys = Readonly<Record<string, () => void>>;

/** Fields that receive typed letters. */
const WRITTEN_IN = 'input:not([type=radio]), textarea, select, [contenteditable]';
/** Elements that Space presses. */
const PRESSED = 'button, a, summary, input';
/** Back and forward, the only keys that repeat while held. */
const REPEATED = /^[jl]$/;

/**
 * Whether a key press belongs to the player, and not to the browser or to the element that has the focus.
 * @param onPage the player listens on its whole page, above which another dialog may be
 */
export function isForPlayer(
  press: KeyPress,
  focused: Pick<Element, 'closest'> | null,
  onPage: boolean,
): boolean {
  if (press.defaultPrevented || press.altKey || press.ctrlKey || press.metaKey) return false;
  const others = [WRITTEN_IN];
  if (press.key === ' ') others.push(PRESSED);
  if (onPage) others.push('dialog');
  return !focused?.closest(others.join());
}

/** Does what the keys say of a press. Returns whether the player has such a key. */
export function pressKey(keys: PlayerKeys, press: KeyPress): boolean {
  const key = press.key.toLowerCase();
  const act = keys[key];
  if (!press.repeat || REPEATED.test(key)) act?.();
  return act !== undefined;
}
