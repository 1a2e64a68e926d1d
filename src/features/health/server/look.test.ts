import { expect, test } from 'vitest';
import { type HealthCheck, problem } from './health-check.ts';
import { HealthLook } from './look.ts';

/* Checks that throw or hang do not block the page. */

const SHORT = 30;
const quiet = { warn() {} };
const well: HealthCheck = {
  about: 'disk',
  title: 'Disk',
  look: async () => ({ problems: [], text: 'Fine.' }),
};
const broken = (level: 'advice' | 'serious') =>
  problem({ name: level, about: 'mail', level, title: level, meaning: '', advice: '' });

test('a check that never ends is a problem itself, and is not started a second time', async () => {
  let starts = 0;
  let end = (_: Awaited<ReturnType<HealthCheck['look']>>) => {};
  const hanging: HealthCheck = {
    about: 'storage',
    title: 'Storage',
    look: () => {
      starts += 1;
      return new Promise((resolve) => {
        end = resolve;
      });
    },
  };
  const health = new HealthLook([well, hanging], quiet, SHORT);
  for (let looks = 0; looks < 3; looks += 1) {
    const { problems, well: fine } = await health.lookAgain();
    expect(problems).toMatchObject([{ name: 'storage-silent', title: 'Storage: no answer' }]);
    expect(fine).toEqual([{ about: 'disk', title: 'Disk', text: 'Fine.' }]);
  }
  expect(starts).toBe(1);
  end({ problems: [], text: 'Back.' });
  await new Promise(setImmediate);
  const again = health.lookAgain();
  end({ problems: [], text: 'Back.' });
  expect((await again).problems).toEqual([]);
  expect(starts).toBe(2);
});

test('a check that throws is a problem itself, and the log has the reason', async () => {
  const logged: object[] = [];
  const failing: HealthCheck = {
    about: 'jobs',
    title: 'Jobs',
    look: () => Promise.reject(new Error('away')),
  };
  const log = { warn: (details: object) => logged.push(details) };
  const { problems } = await new HealthLook([failing], log).look();
  expect(problems).toMatchObject([{ name: 'jobs-silent', level: 'advice' }]);
  expect(logged).toMatchObject([{ part: 'jobs', err: new Error('away') }]);
});

test('the log names a check that is late, and the error that ends it', async () => {
  const logged: [object, string][] = [];
  const fail = Promise.withResolvers<never>();
  const late: HealthCheck = { about: 'storage', title: 'Storage', look: () => fail.promise };
  const log = { warn: (details: object, message: string) => logged.push([details, message]) };
  await new HealthLook([late], log, SHORT).look();
  expect(logged).toEqual([[{ part: 'storage' }, 'a check of the health page takes longer than 30 ms']]);
  fail.reject(new Error('connect ETIMEDOUT'));
  await new Promise(setImmediate);
  expect(logged.slice(1)).toEqual([
    [{ part: 'storage', err: new Error('connect ETIMEDOUT') }, 'a check of the health page failed'],
  ]);
});

test('serious problems come first, and what was found is shown again for some seconds', async () => {
  let looks = 0;
  const check: HealthCheck = {
    about: 'mail',
    title: 'Mail',
    look: async () => {
      looks += 1;
      return { problems: [broken('advice'), broken('serious')], text: '' };
    },
  };
  const health = new HealthLook([check], quiet);
  const { problems } = await health.look();
  expect(problems.map(({ level }) => level)).toEqual(['serious', 'advice']);
  await health.look();
  expect(looks).toBe(1);
  await health.lookAgain();
  health.forget();
  await health.look();
  expect(looks).toBe(3);
});
