import { describe, expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { exampleContext } from './example-context.ts';
import { mailProblem } from './mail-problem.ts';
import { MAIL_NAMES, type MailName, mailText } from './mail-texts.ts';
import { renderMail } from './render-mail.ts';

const render = (name: MailName, written: { subject?: string; text?: string }, values = {}) => {
  const context = exampleContext(name, { site: 'Quay', email: 'us@quay.org', publicUrl: 'https://quay.org' });
  return renderMail(
    mailText(name),
    { subject: mailText(name).subject, text: mailText(name).text, ...written },
    { ...context, values: { ...context.values, ...values } },
  );
};
const LINK = { link: 'https://quay.org/sign-in#token=abc', code: '123 456' };

test.each(MAIL_NAMES)('the default texts of the mail %s have no problem', (name) => {
  expect(mailProblem(name, 'subject', mailText(name).subject)).toBeUndefined();
  expect(mailProblem(name, 'text', mailText(name).text)).toBeUndefined();
  expect(render(name, {}).text).not.toMatch(/[{}]/);
  expect(render(name, {}).html).not.toMatch(/[{}]/);
});

test('the sign-in mail has its texts to the letter', () => {
  expect(render('sign-in', {}, LINK)).toEqual({
    subject: 'Sign in to Quay',
    text: `Use this link to sign in to Quay:

https://quay.org/sign-in#token=abc

Or enter this code on the page where you asked for the link: 123 456

The link and the code work once and expire in 15 minutes.
If you did not ask for this, you can ignore this email. No one can sign in without it.
`,
    html: expect.stringMatching(
      /<a href="https:\/\/quay\.org\/sign-in#token=abc" style="display:inline-block[^>]*>Sign in<\/a>/,
    ),
  });
});

test('a line whose words are all empty goes, and with it an empty paragraph', () => {
  const { text } = render('refunded', {}, { reason: 'It is back.', link: '', payment: '7' });
  expect(text).toMatch(/^It is back\.\n\nPayment: 7\.\nThe money returns/);
});

describe('markup', () => {
  const html = (text: string, values = {}) => render('sign-in', { text: `${text}\n\n{link}` }, values).html;
  const plain = (text: string, values = {}) => render('sign-in', { text: `${text}\n\n{link}` }, values).text;

  test('bold, links and lists are in both parts', () => {
    const text = 'Read **this** and [our pages](/about).\n- one\n- two';
    expect(html(text)).toContain('Read <strong>this</strong> and <a href="https://quay.org/about"');
    expect(html(text)).toContain('<ul><li>one</li><li>two</li></ul>');
    expect(plain(text)).toContain('Read this and our pages (https://quay.org/about).\n\n- one\n- two\n');
  });

  test('a link alone is a button with its own label', () => {
    expect(html('[Come in]({link})', LINK)).toMatch(/<p><a href="https:\/\/quay[^>]*999px[^>]*>Come in</);
    expect(plain('[Come in]({link})', LINK)).toContain('Come in: https://quay.org/sign-in#token=abc\n');
  });

  test.each([
    ['<script>alert(1)</script>', '&#60;script&#62;'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['[x](//evil.example)', '[x](//evil.example)'],
    ['[x](/\\evil.example)', '[x](/\\evil.example)'],
    ['**bold', '**bold'],
    ['{nmae} {', '{nmae} {'],
    ['{constructor} {toString}', '{constructor} {toString}'],
  ])('%s is text', (text, shown) => {
    expect(html(text)).toContain(shown);
    expect(html(text)).not.toMatch(/<script|href="(javascript|\/\/|\/\\)/);
  });

  test('a value is never markup', () => {
    const passkey = '**[x](https://evil.example)** {link} <b>';
    const shown = render('passkey-added', {}, { passkey });
    expect(shown.html).toContain('“**[x](https://evil.example)** {link} &#60;b&#62;”');
    expect(shown.text).toContain(`“${passkey}”`);
  });
});

test('a subject is one line, whatever its words have; an empty one is the default', () => {
  expect(render('passkey-added', { subject: '{passkey}' }, { passkey: 'a\r\nBcc: x' }).subject).toBe(
    'a Bcc: x',
  );
  expect(render('sign-in', { subject: ' ' }).subject).toBe('Sign in to Quay');
});

test('a stored text without its link gets the link at its end', () => {
  expect(render('sign-in', { text: 'Hello' }, LINK).text).toBe(
    'Hello\n\nhttps://quay.org/sign-in#token=abc\n',
  );
});

test.each<[MailName, 'subject' | 'text', string, string | undefined]>([
  ['sign-in', 'text', 'Use {lnk}', '“{lnk}” is not known. Did you mean {link}?'],
  ['new-device', 'text', 'Hello {nmae} {link}', '“{nmae}” is not known. Did you mean {name}?'],
  ['sign-in', 'text', '{Link}', '“{Link}” is not known. Did you mean {link}?'],
  ['sign-in', 'text', '{ link }', '“{ link }” is not known. Did you mean {link}?'],
  [
    'sign-in',
    'text',
    '{anything} {link}',
    '“{anything}” is not known. Use {link}, {code}, {site} or {email}.',
  ],
  ['sign-in', 'text', 'Hello', '{link} has to stay, or nobody can sign in from this mail.'],
  ['sign-in', 'text', '[a](b c) {link}', 'The link [a](b c) does not work. Begin its address with https://'],
  ['sign-in', 'text', '[a](javascript:b) {link}', 'The link [a](javascript:b) does not work.'],
  ['sign-in', 'subject', 'Now: {link}', '{link} does not fit into a subject.'],
  ['sign-in', 'subject', 'two\nlines', 'A subject is one line.'],
  ['sign-in', 'text', '[Come in]({link}), then { this }', '“{ this }” is not known.'],
  ['sign-in', 'text', '[Come in]({link}) {1} {}', undefined],
])('%s, %s: the problem of %j is named', (name, part, value, problem) => {
  const found = mailProblem(name, part, value);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toContain(problem);
});

test.each(['[', '**', '{', '[a](', '{a', '**a', '\n', '- \n', '[**{', ' '])(
  'a text of many %j is looked at in linear time, up to the longest length',
  (part) => {
    expectLinearTime((size) => {
      const many = part.repeat(size / part.length);
      for (const text of [many, `${many}x`]) {
        render('sign-in', { text });
        mailProblem('sign-in', 'text', text);
      }
    }, 6_000);
  },
);
