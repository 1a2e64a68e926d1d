/**
 * Loads the picture library with the first picture, because most nodes never need its 20 MB. Its cache is
 * off: a cached operation holds its decoder, and 12 decoders of a large progressive JPEG held 2 GB.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}
