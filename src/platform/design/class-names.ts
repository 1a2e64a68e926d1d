/** Joins class names with spaces and leaves out those that are not set. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
