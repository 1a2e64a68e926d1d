/** Truncates a text to `max` UTF-16 units, but never inside a character. */
export function cutTo(text: string, max: number): string {
  if (text.length <= max) return text;
  const isWithin = /^[\uDC00-\uDFFF]/.test(text.charAt(max));
  return text.slice(0, isWithin ? max - 1 : max);
}

/** Shortens a long text to at most `max` UTF-16 units, with an ellipsis: 'The beginning of a t…'. */
export const shorten = (text: string, max: number): string =>
  text.length > max ? `${cutTo(text, max)}…` : text;

/** Like {@link shorten}, but at the end of a word where there is one. */
export function shortenAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf(' ', max);
  return end > 0 ? `${text.slice(0, end)}…` : shorten(text, max);
}
