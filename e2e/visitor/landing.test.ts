import { describe, expect, test } from 'vitest';
import { logIn } from '../support/entered.ts';
import { alive } from '../support/open-site.ts';
import { ADMIN } from '../support/phone.ts';
import { setUpSite } from '../support/set-up-site.ts';

/* The landing page (specification, section 2), and dates in the reader's language and time zone. */

const site = setUpSite({ ADMIN_PASSWORD: ADMIN.password });

describe('the landing page', () => {
  test('the landing page has a form with one required email field, blurbs and a footer credit', async () => {
    const page = await site.newPage();
    await page.goto('/');
    const fields = page.locator('main form input');
    expect(await fields.count()).toBe(1);
    expect(await fields.getAttribute('type')).toBe('email');
    expect(await fields.getAttribute('required')).not.toBeNull();
    const blurbs = page.getByRole('region', { name: 'How it works' });
    expect(await blurbs.getByRole('heading').count()).toBe(3);
    await blurbs.getByText('1-minute micro-lessons').waitFor();
    await blurbs.getByText('20-minute deep dives').waitFor();
    await page
      .getByRole('contentinfo')
      .getByText(/Made with care/)
      .waitFor();
  });

  test('the landing page returns from its confirmation to the form', async () => {
    const page = await site.newPage();
    await page.goto('/');
    await alive(page);
    await page.getByRole('textbox', { name: /email/i }).fill('back@example.org');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    expect(await page.getByRole('textbox', { name: /email/i }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to form' }).click();
    expect(await page.getByRole('textbox', { name: /email/i }).inputValue()).toBe('back@example.org');
  });
});

test('only administrators see where a missing source of a citation is added', async () => {
  const page = await site.newPage();
  await page.goto('/');
  const carousel = page.getByRole('region', { name: 'What the research says' });
  await carousel.getByText('improved focus').waitFor();
  expect(await carousel.getByText('Source:').count()).toBe(0);
  await logIn(page, ADMIN);
  // Administrators have entered. At this address they see the landing page that they edit.
  await page.goto('/?landing');
  await carousel.getByRole('link', { name: 'add it in Settings' }).first().click();
  await page.waitForURL('**/admin/settings');
});

test('dates follow the reader’s language and time zone', async () => {
  // It is already tomorrow there for half of each day.
  const reader = { locale: 'de-DE', timezoneId: 'Pacific/Kiritimati' };
  const page = await site.newPage(reader);
  await page.goto('/terms-privacy');
  const date = page.locator('main time').first();
  const today = new Intl.DateTimeFormat(reader.locale, { dateStyle: 'long', timeZone: reader.timezoneId });
  await expect.poll(() => date.innerText()).toBe(today.format(new Date()));
  expect(await date.getAttribute('lang')).toBe(reader.locale);
  expect(page.problems).toEqual([]);
});
