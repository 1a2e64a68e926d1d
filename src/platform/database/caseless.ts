/** Names and addresses are unique whatever their case: what stands in the `…_key` columns. */
export const caseless = (text: string) => text.trim().normalize('NFKC').toLowerCase();
