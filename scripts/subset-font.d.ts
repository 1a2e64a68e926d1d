/** Types of the functions that scripts/make-fonts.ts uses. The package has none. */
declare module 'subset-font' {
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2';
    noHinting?: boolean;
    keepFeatures?: string[];
    /** A number pins an axis, a range reduces it. */
    variationAxes?: Record<string, number | { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
