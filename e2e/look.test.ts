import { test } from 'vitest';
import { alive, openSite } from './support/open-site.ts';
import { ADMIN, administrator } from './admin/content-page.ts';
test('look', async () => {
const site = await openSite(ADMIN);
for (const scheme of ['light','dark'] as const) for (const width of [390,1440]) {
  const page = await administrator(site, { viewport: { width, height: 900 }, colorScheme: scheme });
  const { csrfToken } = await (await page.request.get('/api/csrf-token')).json();
  const send = async (method: string, path: string, data: unknown) => (await page.request.fetch(path, { method, data, headers: { 'csrf-token': csrfToken } })).json();
  const { url } = await send('POST', '/api/writings', { kind: 'text', source: '' });
  const d = await send('POST', '/api/droplets', { waveId: 1, title: 'Tomorrow, on Paper', description: 'Three lines before bed, so the night does not have to hold them.', mediaType: 'text', mediaUrl: url, accessType: 'free', additionalResources: [{ title: 'Notes', url: 'http://localhost/notes' }] });
  await page.goto(`/admin/check?type=droplet&id=${d.id}`); await alive(page);
  await page.getByText('must be done').waitFor();
  await page.screenshot({ path: `/tmp/wt/writing-data/check-${width}-${scheme}.png`, fullPage: true });
  if (scheme==='light') { await page.goto(`/admin/content?tab=droplets&ocean=1&wave=1&edit=${d.id}`); await page.getByText('Check before publishing').scrollIntoViewIfNeeded(); await page.screenshot({ path: `/tmp/wt/writing-data/list-${width}.png`, fullPage: width===390 });
   await page.locator('[data-part=items] > li').last().scrollIntoViewIfNeeded(); await page.screenshot({ path: `/tmp/wt/writing-data/listrow-${width}.png` });
   await page.goto('/admin/content'); await page.getByText('All of').count(); }
  await page.context().close();
}
await site.close();
}, 200000);
