import { expect, test } from 'vitest';
import { expectLinearTime } from '#test/patterns/linear-time.ts';
import { parseRobots } from './parse-robots.ts';

/* Rules of robots.txt (RFC 9309), read for one program. */

const allowed = (text: string, ...paths: string[]) =>
  paths.filter(parseRobots(text, 'Stillwater-link-check'));

test.each([
  ['no text allows everything', '', ['/', '/a', '/a/b', '/b']],
  [
    'a page that is no robots.txt allows everything',
    '<!doctype html>\n<p>Not found: sorry',
    ['/', '/a', '/a/b', '/b'],
  ],
  ['the rules of everybody', 'User-agent: *\nDisallow: /a', ['/', '/b']],
  ['everything is forbidden', 'User-agent: *\nDisallow: /', []],
  ['an empty rule forbids nothing', 'User-agent: *\nDisallow:', ['/', '/a', '/a/b', '/b']],
  [
    'its own group replaces those of everybody',
    'User-agent: *\nDisallow: /\n\nUser-agent: stillwater-LINK-check\nDisallow: /b',
    ['/', '/a', '/a/b'],
  ],
  [
    'its own group may be empty',
    'User-agent: Stillwater-link-check\n\nUser-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /',
    [],
  ],
  ['a group of others says nothing', 'User-agent: other\nDisallow: /', ['/', '/a', '/a/b', '/b']],
  [
    'a longer name is another program',
    'User-agent: Stillwater-link-checker\nDisallow: /',
    ['/', '/a', '/a/b', '/b'],
  ],
  ['a name may have a version', 'User-agent: Stillwater-link-check/1.0\nDisallow: /a', ['/', '/b']],
  [
    'groups with the same name are one',
    'User-agent: *\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: *\nDisallow: /b',
    ['/'],
  ],
  ['a group has several names', 'User-agent: x\nUser-agent: *\nDisallow: /a', ['/', '/b']],
  [
    'rules before the first group count for nobody',
    'Disallow: /\nUser-agent: *\nDisallow: /b',
    ['/', '/a', '/a/b'],
  ],
  [
    'other lines are left out',
    'User-agent: *\nCrawl-delay: 9\nSitemap: https://x.example/s.xml\nNoindex: /\nDisallow: /a',
    ['/', '/b'],
  ],
  [
    'comments, spaces, case and line ends',
    '\ufeffUSER-AGENT : * # all\r\n  disallow:/a # not this\rAllow: /a/b',
    ['/', '/a/b', '/b'],
  ],
])('%s', (_name, text, paths) => {
  expect(allowed(text, '/', '/a', '/a/b', '/b')).toEqual(paths);
});

test('the longest rule decides, and of two equal ones the one that allows', () => {
  const rules = (...lines: string[]) => ['User-agent: *', ...lines].join('\n');
  expect(allowed(rules('Disallow: /p', 'Allow: /page'), '/page', '/pa')).toEqual(['/page']);
  expect(allowed(rules('Allow: /folder', 'Disallow: /folder'), '/folder')).toEqual(['/folder']);
  expect(allowed(rules('Allow: /page', 'Disallow: /*.htm'), '/page', '/page.htm')).toEqual(['/page']);
  expect(allowed(rules('Allow: /$', 'Disallow: /'), '/', '/page.htm')).toEqual(['/']);
});

test.each([
  ['/fish*', ['/fish', '/fish.html', '/fish/salmon?id=1'], ['/Fish', '/catfish']],
  ['*/fish', ['/fish', '/a/fish/b'], ['/fis']],
  ['/*.php$', ['/a.php', '/a/b.php'], ['/a.php?x', '/a.php/', '/a.PHP']],
  ['/a*b*c', ['/abc', '/a1b2c3'], ['/acb', '/ab']],
  ['/ab*ba$', ['/abba', '/ab1ba'], ['/aba', '/abbac']],
  ['/a$', ['/a'], ['/ab']],
  ['/a$b', ['/a$b'], ['/a', '/ab']],
  ['/a%2ab', ['/a*b'], ['/axb']],
  ['/%7Ejoe/', ['/~joe/index.html', '/%7ejoe/'], ['/joe/']],
  ['/a/%2f/b', ['/a/%2F/b'], ['/a///b']],
  ['/größe', ['/gr%C3%B6%C3%9Fe', '/gr%c3%b6%c3%9fe/1'], ['/grosse']],
  ['/search?q=*&page', ['/search?q=tea&page=2'], ['/search?page=2&q=tea']],
])('the pattern %s', (pattern, matched, others) => {
  const text = `User-agent: *\nDisallow: ${pattern}`;
  expect(allowed(text, ...matched, ...others)).toEqual(others);
});

test('hostile rules cost a time that grows with their length', () => {
  const path = `/${'a'.repeat(2000)}`;
  const ask = (pattern: string, lines: number) =>
    parseRobots(`User-agent: *\n${`Disallow: ${pattern}\n`.repeat(lines)}`, 'x')(path);
  expectLinearTime((lines) => ask('/*ab', lines), 30_000);
  for (const patternOf of [
    (length: number) => `/${'*a'.repeat(length / 2)}*b`,
    (length: number) => `/${'*'.repeat(length)}b`,
    (length: number) => `/*${'a'.repeat(length)}b`,
  ])
    expectLinearTime((length) => ask(patternOf(length), 100), 1_900);
});
