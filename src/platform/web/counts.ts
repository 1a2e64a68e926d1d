const NUMBER = new Intl.NumberFormat('en');

/** Formats a number with its noun: '1 wave', '3 waves', '1,200 waves'. */
export const many = (count: number, one: string, more = `${one}s`): string =>
  `${NUMBER.format(count)} ${count === 1 ? one : more}`;
