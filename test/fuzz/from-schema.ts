import { z } from 'zod';
import { EXTRA_FIELDS, HOSTILE_TEXTS, hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';

/* Generates values from a contract's schema: valid values, values at the limits, and invalid ones. */

type Schema = Record<string, unknown> & {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
};

const cache = new WeakMap<z.ZodType, Schema>();

/** Returns the JSON Schema of a caller's input. */
export function schemaOf(type: z.ZodType): Schema {
  const known = cache.get(type);
  if (known) return known;
  const made = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema;
  cache.set(type, made);
  return made;
}

/** Generators of texts that suit fields with these names. */
const NAMED: readonly [RegExp, (random: Random) => string][] = [
  [/email|mailbox/i, (random) => `fuzz-${random.between(1, 500)}@example.org`],
  [/username/i, (random) => `fuzz-${random.between(1, 500)}`],
  [/password/i, (random) => random.pick(['Quiet-Harbour-27', 'Quiet-Harbour-28', 'short', 'stillwater1A'])],
  [/slug/i, (random) => `fuzz-${random.between(1, 500)}`],
  [/url$/i, (random) => random.pick(['https://video.example/a.mp4', '/covers/ocean/a.svg', '/media/a.mp4'])],
  [/code/i, (random) => String(random.between(100_000, 999_999))],
  [/token/i, () => 'A'.repeat(43)],
  [/(^|\.)ids?$/i, (random) => String(random.between(1, 60))],
  [/^q$|query|keyword/i, (random) => random.pick(['calm', 'title', 'title of', 'wave 1', 'a', 'breathing'])],
];

function text(schema: Schema, random: Random, name: string): string {
  const least = Number(schema.minLength ?? 0);
  const most = Math.min(Number(schema.maxLength ?? 40), 40_000);
  if (random.chance(0.15)) return random.pick(HOSTILE_TEXTS);
  if (random.chance(0.15)) return 'x'.repeat(Math.max(0, random.pick([least - 1, least, most, most + 1])));
  const named = NAMED.find(([pattern]) => pattern.test(name));
  if (named) return named[1](random);
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\d'))
    return String(random.between(1, 60));
  return `Words ${random.between(1, 99)}`.slice(0, Math.max(least, most));
}

function number(schema: Schema, random: Random): number {
  const least = Math.max(Number(schema.minimum ?? schema.exclusiveMinimum ?? 0), -1e6);
  const most = Math.min(Number(schema.maximum ?? schema.exclusiveMaximum ?? 60), 1e9);
  if (random.chance(0.2)) return random.pick([least - 1, least, most, most + 1]);
  return random.between(Math.ceil(least), Math.floor(Math.min(most, least + 60)));
}

/** Generates a value that a JSON Schema allows, or nearly allows. */
export function valueFrom(schema: Schema, random: Random, name = ''): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return valueFrom(random.pick(choices as Schema[]), random, name);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...(schema.allOf as Schema[]).map((part) => valueFrom(part, random, name)));
  switch (schema.type) {
    case 'string':
      return text(schema, random, name);
    case 'integer':
    case 'number':
      return number(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array': {
      const length = random.between(Number(schema.minItems ?? 0), Math.min(Number(schema.maxItems ?? 3), 4));
      return Array.from({ length }, () => valueFrom(schema.items ?? {}, random, name));
    }
    case 'object': {
      const required = new Set((schema.required as string[] | undefined) ?? []);
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([field]) => required.has(field) || random.chance(0.4),
      );
      return Object.fromEntries(fields.map(([field, part]) => [field, valueFrom(part, random, field)]));
    }
    default:
      return random.chance(0.5) ? `fuzz ${random.between(1, 99)}` : random.between(1, 60);
  }
}

/** Damages one part of a value, at any depth. */
export function mutated(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random.chance(0.1)) return hostileValue(random);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const fields = Object.keys(copy);
  const bag = copy as Record<string, unknown>;
  if (fields.length === 0 || random.chance(0.15)) {
    const [field, added] = random.pick(EXTRA_FIELDS);
    bag[field] = added;
    return copy;
  }
  const field = random.pick(fields);
  if (random.chance(0.15)) delete bag[field];
  else bag[field] = random.chance(0.4) ? mutated(bag[field], random) : hostileValue(random);
  return copy;
}
