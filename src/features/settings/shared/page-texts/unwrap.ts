/** Joins the lines of each paragraph and list item, which are wrapped only in the source. */
export const unwrap = (text: string): string => text.trim().replace(/(?<=\S)\n(?!\n|- |## )/g, ' ');
