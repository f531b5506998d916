import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { z } from 'zod';
import { pathOf, type EndpointDescription } from './endpoint.js';
import { Forbidden, GroupNotFound, InvalidParameters, ProjectNotFound, Unauthorized } from './refusals.js';

type Json = Record<string, unknown>;
type ObjectSchema = { properties?: Record<string, Json>; required?: string[] };

/**
 * The OpenAPI 3.1 document of services, made from their declarations.
 * @param version of Hearth
 */
export function openApiDocument(
  services: readonly { service: string; endpoints: readonly EndpointDescription[] }[],
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const { service, endpoints } of services) {
    for (const endpoint of endpoints) {
      const path = pathOf(endpoint).replaceAll(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(service, endpoint) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version, description: 'The GitLab REST API v4 as Hearth serves it.' },
    security: [{ token: [] }, { bearer: [] }],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'PRIVATE-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operation(service: string, endpoint: EndpointDescription): Json {
  const { method, path, summary, anonymous } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const { properties = {}, required = [] } = jsonSchema(endpoint.params) as ObjectSchema;
  const rest = Object.keys(properties).filter((name) => !inPath.includes(name));
  const inBody = method === 'POST' || method === 'PUT';
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[/:]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    tags: [service],
    ...(anonymous === 'allowed' && { security: [{}, { token: [] }, { bearer: [] }] }),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } })),
      ...(inBody ? [] : rest.map((name) => queryParameter(name, properties[name]!, required.includes(name)))),
    ],
    ...(inBody && rest.length > 0 && { requestBody: requestBody(properties, rest, required) }),
    responses: { [endpoint.status]: success(endpoint), ...refusalResponses(endpoint) },
  };
}

function queryParameter(name: string, schema: Json, required: boolean): Json {
  return { name: schema['type'] === 'array' ? `${name}[]` : name, in: 'query', required, schema };
}

function requestBody(properties: Record<string, Json>, names: readonly string[], required: readonly string[]): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    required: names.filter((name) => required.includes(name)),
  };
  return { content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } } };
}

function success({ returns }: EndpointDescription): Json {
  switch (returns.kind) {
    case 'json':
      return jsonResponse('The record', jsonSchema(returns.schema));
    case 'page':
      return jsonResponse('One page of records', { type: 'array', items: jsonSchema(returns.schema) });
    case 'stream':
      return {
        description: 'The content',
        content: { [returns.type]: { schema: { type: 'string', format: 'binary' } } },
      };
    case 'accepted':
      return jsonResponse('The rest happens in the background', {
        type: 'object',
        properties: { message: { type: 'string' } },
      });
    case 'empty':
      return { description: 'Done; no body' };
  }
}

/** Refusals that the frame itself may give, then the endpoint's own, grouped by status. */
function refusalResponses(endpoint: EndpointDescription): Json {
  const all: AnyRefusalDefinition[] = [
    InvalidParameters,
    ...(endpoint.anonymous === 'allowed' ? [] : [Unauthorized]),
    ...(endpoint.admin || endpoint.can ? [Forbidden] : []),
    ...(endpoint.can ? [endpoint.can.on === 'group' ? GroupNotFound : ProjectNotFound] : []),
    ...(endpoint.refuses ?? []),
  ];
  const byStatus = Map.groupBy(all, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, refusals]) => {
      const examples = refusals.flatMap(({ code, example }) => (example ? [[code, { value: example }]] : []));
      const description = refusals.map(({ code }) => code).join(', ');
      return [status, { description, content: { 'application/json': { examples: Object.fromEntries(examples) } } }];
    }),
  );
}

function jsonResponse(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function jsonSchema(schema: z.ZodType): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(json, { type: 'string', format: 'date-time' });
    },
  }) as Json;
  void $schema;
  return rest;
}
