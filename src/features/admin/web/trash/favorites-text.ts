/** Smallest exact number of favorites. Fewer are 'few', because a small number could identify persons. */
const SHOWN_FROM = 5;

/** Formats a number of favorites: '46 favorites', or 'few favorites' for one to four; empty for none. */
export function favoritesText(count: number): string {
  if (count === 0) return '';
  return `${count < SHOWN_FROM ? 'few' : count.toLocaleString('en')} favorites`;
}

/** Formats a number of favorites for the end of a sentence: ', with 46 favorites'. */
export const withFavorites = (count: number): string => (count === 0 ? '' : `, with ${favoritesText(count)}`);
