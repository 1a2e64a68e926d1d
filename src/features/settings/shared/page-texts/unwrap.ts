/** Joins the lines of each paragraph and list item, which are wrapped in the source only. */
export const unwrap = (text: string): string => text.trim().replace(/(?<=\S)\n(?!\n|- |## )/g, ' ');
