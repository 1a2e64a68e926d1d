import { expect, test, vi } from 'vitest';
import { lazyRules } from './lazy-rules.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const refuse = async () => ({ values: {}, errors: { name: { type: 'rule', message: 'Too short' } } });

test('the rules load with the first validation, once for all forms', async () => {
  const load = vi.fn(async () => ({ first: refuse, second: refuse }));
  const rules = lazyRules(load);
  const resolvers = [rules.resolver('first'), rules.resolver('second')];
  expect(load).not.toHaveBeenCalled();
  for (const resolve of resolvers) expect(await resolve()).toEqual(await refuse());
  expect(load).toHaveBeenCalledTimes(1);
});

test('a form whose rules failed to load submits its values, and the next validation retries', async () => {
  const load = vi.fn(async () => ({ form: refuse })).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const resolve: (...input: unknown[]) => unknown = lazyRules(load).resolver('form');
  const values = { name: 'x' };
  expect(await resolve(values, undefined, options)).toEqual({ values, errors: {} });
  expect(await resolve(values, undefined, options)).toEqual(await refuse());
});
