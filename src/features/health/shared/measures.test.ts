import { expect, test } from 'vitest';
import { durationText, sizeText } from './measures.ts';

test.each([
  [0, '1 second'],
  [40_000, '40 seconds'],
  [6 * 60_000, '6 minutes'],
  [3 * 3_600_000, '3 hours'],
  [8 * 86_400_000, '8 days'],
])('%i ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [0, '0 kB'],
  [999_600, '1.0 MB'],
  [184e6, '184 MB'],
  [24.4e9, '24 GB'],
  [2.5e12, '2.5 TB'],
  [4e15, '4000 TB'],
])('%i bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
