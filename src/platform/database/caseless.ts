/** Normalizes a name or address for the `…_key` columns, which make it unique in any case. */
export const caseless = (text: string) => text.trim().normalize('NFKC').toLowerCase();
