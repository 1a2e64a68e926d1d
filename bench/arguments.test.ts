import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { groups, onlyNamed } from './groups.ts';

test('without names, all groups but the long ones run, and each group has a file', () => {
  expect(readArguments([]).groups).toEqual(Object.keys(groups).filter((name) => !onlyNamed.includes(name)));
  expect(readArguments(['million']).groups).toEqual(['million']);
  for (const file of Object.values(groups))
    expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
});

test('a name selects one group, a family’s name all of its groups, in the usual order', () => {
  expect(readArguments(['search']).groups).toEqual(['search']);
  expect(readArguments(['tap', 'serving']).groups).toEqual(['serving', 'tap']);
  expect(readArguments(['browser']).groups).toEqual(['bytes', 'tap', 'lighthouse']);
});

test('an unknown name is an error that lists the known names', () => {
  expect(() => readArguments(['speed'])).toThrow(/no benchmark speed; there are server, browser, serving/);
});

test('Lighthouse opens each page three times by default', () => {
  expect(readArguments([]).runs).toBe(3);
  expect(readArguments(['--runs', '1']).runs).toBe(1);
  expect(readArguments(['--quick']).runs).toBe(1);
  expect(() => readArguments(['--runs', 'many'])).toThrow('whole number');
});

test('length, rate and engine of a soak can be set', () => {
  expect(readArguments(['soak', '--minutes', '4', '--rate', '300', '--engine', 'sqlite'])).toMatchObject({
    groups: ['soak'],
    minutes: 4,
    rate: 300,
    engine: 'sqlite',
  });
  expect(() => readArguments(['soak', '--minutes', '0'])).toThrow('whole number');
  expect(() => readArguments(['soak', '--engine', 'mysql'])).toThrow('sqlite or postgres');
});

test('a quick run never writes its figures into the document', () => {
  expect(() => readArguments(['--quick', '--write'])).toThrow('too little');
});
