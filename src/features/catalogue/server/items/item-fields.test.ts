import { expect, test } from 'vitest';
import type { z } from 'zod';
import { NewDroplet, NewOcean, NewWave } from '../../contract/form-schemas.ts';
import { ADDRESS_FIELDS } from './item-fields.ts';

/** Tells whether a field is an address, or a list of entries with one: it accepts paths, and no scripts. */
function takesAddresses(field: z.ZodType): boolean {
  const accepts = (url: string) =>
    [url, [{ url, title: 'A sheet', language: 'de' }]].map((value) => field.safeParse(value).success);
  const scripts = accepts('javascript:alert(1)');
  return accepts('/media/film.mp4').some((isAccepted, index) => isAccepted && !scripts[index]);
}

test.each(Object.entries({ NewOcean, NewWave, NewDroplet }))(
  'every address in %s keeps the upload to which it refers',
  (_, { shape }) => {
    const fields = Object.entries(shape).filter(([, field]) => takesAddresses(field));
    expect(fields.map(([name]) => name).sort()).toEqual([...ADDRESS_FIELDS].sort());
  },
);
