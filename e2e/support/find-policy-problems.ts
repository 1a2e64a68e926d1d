import type { Page, Response } from 'playwright-core';

const KEY = 'violations';

/** Problems in the HTML of each watched page. */
const inHtml = new WeakMap<Page, Promise<string[]>[]>();

/** Starts to record violations of the content security policy in the page's documents. */
export async function watchPolicy(page: Page): Promise<void> {
  const known = inHtml.get(page);
  if (known) {
    // The page has shown another screen before.
    known.length = 0;
    return;
  }
  const found: Promise<string[]>[] = [];
  inHtml.set(page, found);
  page.on('response', (response) => found.push(findStyleAttributes(response)));
  // The session storage survives navigation to another document.
  await page.addInitScript((key) => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, sample }) => {
      const before: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      const violation = [effectiveDirective, blockedURI, sourceFile, sample].join(' ');
      sessionStorage.setItem(key, JSON.stringify([...before, violation]));
    });
  }, KEY);
}

/** Lists what the policy has blocked in a watched page, and documents with style attributes. */
export async function findPolicyProblems(page: Page): Promise<string[]> {
  const violations = page.evaluate((key): string[] => JSON.parse(sessionStorage.getItem(key) ?? '[]'), KEY);
  return (await Promise.all([violations, ...(inHtml.get(page) ?? [])])).flat();
}

async function findStyleAttributes(response: Response): Promise<string[]> {
  const { 'content-type': type = '', 'content-security-policy': policy = '' } = response.headers();
  // The preview of a mail has its own policy, because mails need style attributes.
  if (!type.startsWith('text/html') || policy.includes("style-src 'unsafe-inline'")) return [];
  const html = await response.text().catch(() => '');
  const hasAny = /<[^>]*\sstyle=/.test(html.replaceAll(/<script\b[\s\S]*?<\/script>/g, ''));
  return hasAny ? [`style attribute: ${response.url()}`] : [];
}
