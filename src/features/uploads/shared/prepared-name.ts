/** Returns the file name in the address of a prepared film or sound; null for other addresses. */
export const preparedName = (address: string): string | null =>
  /^\/media\/u\/([0-9a-f]{32}(?:-\d{1,4}\.mp4|\.m4a))$/.exec(address.trim())?.[1] ?? null;
