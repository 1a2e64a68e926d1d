/** '1 wave', '3 waves'. */
export const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;
