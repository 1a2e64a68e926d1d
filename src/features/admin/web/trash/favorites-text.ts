/** Fewer favorites than this are 'few': a small number could tell who has them. */
const SHOWN_FROM = 5;

/** Formats a number of favorites: '46 favorites', or 'few favorites' for one to four. Empty for none. */
export function favoritesText(count: number): string {
  if (count === 0) return '';
  return `${count < SHOWN_FROM ? 'few' : count.toLocaleString('en')} favorites`;
}

/** Formats a number of favorites for the end of a sentence: ', with 46 favorites'. */
export const withFavorites = (count: number): string => (count === 0 ? '' : `, with ${favoritesText(count)}`);
