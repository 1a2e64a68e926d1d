import type { Page, Response } from 'playwright-core';

const KEY = 'violations';

/** Problems in the HTML of each watched page. */
const inHtml = new WeakMap<Page, Promise<string[]>[]>();

/** Begins to look for what the content security policy forbids, in the documents that the page will show. */
export async function watchPolicy(page: Page): Promise<void> {
  const known = inHtml.get(page);
  if (known) {
    // It has shown another screen.
    known.length = 0;
    return;
  }
  const found: Promise<string[]>[] = [];
  inHtml.set(page, found);
  page.on('response', (response) => found.push(findStyleAttributes(response)));
  // The session storage outlives the document.
  await page.addInitScript((key) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const before: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      const violation = [effectiveDirective, blockedURI, sourceFile, sample].join(' ');
      sessionStorage.setItem(key, JSON.stringify([...before, violation]));
    });
  }, KEY);
}

/** Finds what the policy has blocked in a watched page, and documents with style attributes. */
export async function findPolicyProblems(page: Page): Promise<string[]> {
  const violations = page.evaluate((key): string[] => JSON.parse(sessionStorage.getItem(key) ?? '[]'), KEY);
  return (await Promise.all([violations, ...(inHtml.get(page) ?? [])])).flat();
}

async function findStyleAttributes(response: Response): Promise<string[]> {
  const { 'content-type': type = '', 'content-security-policy': policy = '' } = response.headers();
  // The preview of a mail has a policy of its own, because mails need these attributes.
  if (!type.startsWith('text/html') || policy.includes("style-src 'unsafe-inline'")) return [];
  const html = await response.text().catch(() => '');
  const hasAny = /<[^>]*\sstyle=/.test(html.replaceAll(/<script\b[\s\S]*?<\/script>/g, ''));
  return hasAny ? [`style attribute: ${response.url()}`] : [];
}
