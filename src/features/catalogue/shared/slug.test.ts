import { expect, test } from 'vitest';
import { slugFrom } from './slug.ts';

test.each([
  ['One Thing at a Time', 'one-thing-at-a-time'],
  ['  Crème brûlée, déjà vu!  ', 'creme-brulee-deja-vu'],
  ['Größe & Straße', 'grosse-strasse'],
  ['Ærø, Łódź, Đà Nẵng', 'aero-lodz-da-nang'],
  ['Don’t rush', 'dont-rush'],
  ['Тихая вода йод', 'тихая-вода-йод'],
  ['静かな 水', '静かな-水'],
  ['안녕 세계', '안녕-세계'],
  ['हिन्दी पाठ', 'हिन्दी-पाठ'],
  ['Ｆｕｌｌ width', 'full-width'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['../../etc/passwd', 'etc-passwd'],
  ['🌊🌊', ''],
  ['---', ''],
  ['\u0301accent first', 'accent-first'],
  ['½ hour', '1-2-hour'],
])('%s becomes %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});

test('a long title is cut between words', () => {
  const slug = slugFrom('a long title that goes on '.repeat(10));
  expect(slug.length).toBeLessThanOrEqual(80);
  expect(slug).toMatch(/^(a-long-title-that-goes-on-)*[a-z-]+[a-z]$/);
  expect(slugFrom('x'.repeat(300))).toHaveLength(80);
});
