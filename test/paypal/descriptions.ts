import { existsSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

/*
 * PayPal's own OpenAPI descriptions, as published in `paypal/paypal-rest-api-specifications`. Their folder is
 * beside the repository and not part of it. Without the folder, nothing is validated.
 */

const FOLDER = new URL('../../../shared/paypal-openapi/', import.meta.url);
const FILES = {
  billing: 'billing_subscriptions_v1.json',
  catalog: 'catalogs_products_v1.json',
  disputes: 'customer_disputes_v1.json',
  webhooks: 'notifications_webhooks_v1.json',
  paymentsV1: 'payments_payment_v1.json',
  paymentsV2: 'payments_payment_v2.json',
} as const;

export const DESCRIPTIONS_MISSING =
  'PayPal’s descriptions are missing: requests and responses are not checked against them.';

export type Api = keyof typeof FILES;
export type Schema = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  required?: boolean;
  schema: Schema;
}

/** An operation of an API, with the pointers of its schemas. */
export interface Operation {
  api: Api;
  /** JSON pointer into the description. */
  pointer: string;
  parameters: Parameter[];
  hasBody: boolean;
  statuses: string[];
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>;
}
interface RawOperation {
  parameters?: Schema[];
  requestBody?: Schema;
  responses: Record<string, Schema>;
}

export const haveDescriptions = existsSync(FOLDER);

const ajv = new Ajv({
  strict: false,
  // PayPal's patterns contain escapes that the `u` flag forbids.
  unicodeRegExp: false,
  allErrors: true,
  logger: false,
});
formats.default(ajv);

const documents = new Map<Api, Document>();

function documentOf(api: Api): Document {
  const known = documents.get(api);
  if (known) return known;
  const document = JSON.parse(readFileSync(new URL(FILES[api], FOLDER), 'utf8')) as Document;
  ajv.addSchema(document, api);
  documents.set(api, document);
  return document;
}

/** Finds the operation of a call; undefined when PayPal's descriptions have none. */
export function findOperation(method: string, path: string): Operation | undefined {
  for (const api of Object.keys(FILES) as Api[]) {
    for (const [template, methods] of Object.entries(documentOf(api).paths)) {
      const found = methods[method.toLowerCase()];
      if (!found || !patternOf(template).test(path)) continue;
      const pointer = `/paths/${escapePointer(template)}/${method.toLowerCase()}`;
      return {
        api,
        pointer,
        parameters: (found.parameters ?? []).map((given) => resolve(api, given) as unknown as Parameter),
        hasBody: found.requestBody !== undefined,
        statuses: Object.keys(found.responses),
      };
    }
  }
  return undefined;
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
const patternOf = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`);

/** Follows the references of a schema. */
export function resolve(api: Api, schema: Schema): Schema {
  let present = schema;
  while (typeof present.$ref === 'string') present = at(api, present.$ref.slice(1));
  return present;
}

/** Returns the schema at a JSON pointer; undefined where the description has none. */
export function schemaAt(api: Api, pointer: string): Schema | undefined {
  try {
    return resolve(api, at(api, pointer));
  } catch {
    return undefined;
  }
}

const at = (api: Api, pointer: string): Schema => locate(api, pointer).schema;

/** Finds the target of a pointer, following references, and the pointer of its definition. */
function locate(api: Api, pointer: string): { schema: Schema; definition: string } {
  let schema: unknown = documentOf(api);
  let definition = '';
  for (const part of pointer.split('/').slice(1)) {
    schema = (schema as Schema | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    definition += `/${part}`;
    const reference = (schema as Schema | undefined)?.$ref;
    if (typeof reference === 'string') ({ schema, definition } = locate(api, reference.slice(1)));
  }
  if (schema === undefined) throw new Error(`${FILES[api]} has nothing at ${pointer}.`);
  return { schema: schema as Schema, definition };
}

const validators = new Map<string, ValidateFunction>();

/** Validates a value against the schema at a JSON pointer. Returns one sentence per violation. */
export function check(api: Api, pointer: string, value: unknown): string[] {
  const key = `${api} ${pointer}`;
  let validate = validators.get(key);
  if (!validate) {
    validate = ajv.compile({ $ref: `${api}#${encodeURI(locate(api, pointer).definition)}` });
    validators.set(key, validate);
  }
  const errors = validate(value) ? [] : (validate.errors ?? []);
  return [
    ...errors.map((error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`),
    ...unknownFields(api, at(api, pointer), value, ''),
  ];
}

/** Lists fields that are in no schema. PayPal ignores such fields in requests, and never sends them. */
function unknownFields(api: Api, given: Schema, value: unknown, path: string): string[] {
  const schemas = membersOf(api, given);
  if (Array.isArray(value)) {
    const items = schemas.find((schema) => schema.items)?.items as Schema | undefined;
    return items ? value.flatMap((entry, index) => unknownFields(api, items, entry, `${path}/${index}`)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const properties = schemas.flatMap((schema) => (schema.properties ? [schema.properties as Schema] : []));
  if (properties.length === 0 || schemas.some((schema) => schema.additionalProperties)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = properties.flatMap((each) => (each[name] ? [each[name] as Schema] : []));
    if (known.length === 0) return [`${path}/${name} is not described`];
    return unknownFields(
      api,
      known.length === 1 ? (known[0] as Schema) : { allOf: known },
      field,
      `${path}/${name}`,
    );
  });
}

/** Lists a schema and the schemas that it is composed of. */
function membersOf(api: Api, given: Schema): Schema[] {
  const schema = resolve(api, given);
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap(
    (list) => (list as Schema[] | undefined) ?? [],
  );
  return [schema, ...parts.flatMap((part) => membersOf(api, part))];
}

/** Validates the query and the headers of a call against the operation's parameters. */
export function checkParameters(
  { parameters }: Operation,
  query: URLSearchParams,
  headers: Record<string, unknown>,
): string[] {
  const declared = (kind: string) => parameters.filter((parameter) => parameter.in === kind);
  const problems: string[] = [];
  for (const name of query.keys())
    if (!declared('query').some((parameter) => parameter.name === name))
      problems.push(`the query parameter ${name} is not described`);
  for (const { name, required, schema } of declared('query')) {
    const text = query.get(name);
    if (text === null) {
      if (required) problems.push(`the query parameter ${name} is missing`);
      continue;
    }
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    if (!ajv.validate(schema, isNumber ? Number(text) : text))
      problems.push(`the query parameter ${name}: ${ajv.errorsText()}`);
  }
  const takesRequestId = declared('header').some(({ name }) => name.toLowerCase() === 'paypal-request-id');
  if (headers['paypal-request-id'] !== undefined && !takesRequestId)
    problems.push('the header PayPal-Request-Id is not described: the call would not be idempotent');
  return problems;
}
