const MB = 1024 * 1024;

/** Returns a share as whole percents; 100 only when complete. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 100 : Math.floor((part / whole) * 100);

/** Formats two sizes in one unit: `212 of 560 MB`. */
export function sizesOf(part: number, whole: number): string {
  const [unit, name] = whole >= MB ? [MB, 'MB'] : [1024, 'KB'];
  const rounded = (bytes: number) => Math.floor(bytes / unit).toLocaleString('en');
  return `${rounded(part)} of ${Math.max(1, Math.round(whole / unit)).toLocaleString('en')} ${name}`;
}
