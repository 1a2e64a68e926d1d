/**
 * Loads the library for pictures, with the first one: most nodes never need its 20 MB. Its cache is off,
 * because a cached operation holds its decoder: 12 of a large progressive JPEG kept 2 GB.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
