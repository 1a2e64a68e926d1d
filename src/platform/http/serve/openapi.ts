import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { ERRORS } from '../contract/error-codes.ts';

const REFUSALS: [number, string][] = [
  [400, 'Bad input, each problem named'],
  [401, 'Not signed in'],
  [403, 'Not allowed, or a bad CSRF token'],
  [404, 'Not found'],
  [429, 'Too many requests; see Retry-After'],
];

const ErrorSchema = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: {
      type: 'string',
      description: 'For programs, which should act on this and not on the message',
      oneOf: Object.entries(ERRORS).map(([code, [status, meaning]]) => ({
        const: code,
        description: `${status}: ${meaning}`,
      })),
    },
    message: { type: 'string', description: 'A message for people' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
    current: { description: 'In a conflict: the current state' },
  },
};

/** Builds the OpenAPI 3.1 description of every endpoint from the contracts. */
export function openApi(endpoints: readonly Endpoint[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stillwater',
      version: '1',
      description:
        'Calls that change something carry the `CSRF-Token` header, from GET /api/csrf-token, unless ' +
        'they say otherwise.',
    },
    servers: [{ url: publicUrl }],
    components: {
      schemas: { Error: ErrorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'stillwater_session' } },
    },
    paths,
  };
}

function operation(endpoint: Endpoint): object {
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    schema
      ? {
          description: 'OK',
          content: { [endpoint.gives ?? 'application/json']: { schema: toSchema(schema, 'output') } },
        }
      : { description: 'Done, no content' },
  ]);
  const errors = REFUSALS.map(([status, description]) => [
    status,
    {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2]],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { [endpoint.takes ?? 'application/json']: { schema: toSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: Object.fromEntries([...answers, ...errors]),
    ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }] }),
    'x-access': endpoint.access,
    ...(endpoint.limits
      ? { 'x-rate-limits': endpoint.limits.map(({ max, window, by }) => ({ max, window, by })) }
      : {}),
  };
}

function parameters(schema: z.ZodType | undefined, location: 'path' | 'query'): object[] {
  if (!schema) return [];
  const object = toSchema(schema, 'input') as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (object.required ?? []).includes(name),
    schema: property,
  }));
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
