import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import type { EndpointDescription } from '../endpoint.js';
import {
  EntityTooLarge,
  Forbidden,
  GroupNotFound,
  InsufficientScope,
  InvalidParameters,
  KeysetUnavailable,
  MalformedJson,
  PreconditionFailed,
  ProjectNotFound,
  RouteNotFound,
  SudoUserNotFound,
  Unauthorized,
  UnsupportedContentType,
  UserBlocked,
} from '../refusals.js';
import { answerSchema, type Json } from './schemas.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** The three bodies of refusals. */
export const refusalSchema: Json = {
  anyOf: [
    {
      type: 'object',
      properties: { message: { anyOf: [text, { type: 'object', additionalProperties: texts }] } },
      required: ['message'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { error: { anyOf: [text, texts] }, error_description: text, scope: text },
      required: ['error'],
      additionalProperties: false,
    },
  ],
};

/**
 * Everything that an endpoint may answer, by status; failures of the server aside.
 * @param parameters names of all parameters
 */
export function responses(endpoint: EndpointDescription, parameters: readonly string[]): Json {
  return { [endpoint.status]: success(endpoint), ...refusals(endpoint, parameters) };
}

function success({ returns }: EndpointDescription): Json {
  switch (returns.kind) {
    case 'json':
      return jsonResponse('The record', answerSchema(returns.schema));
    case 'page':
      return {
        ...jsonResponse('One page of records', { type: 'array', items: answerSchema(returns.schema) }),
        headers: Object.fromEntries(PAGE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
      };
    case 'stream':
      return {
        description: 'The content',
        content: { [returns.type]: { schema: { type: 'string', format: 'binary' } } },
      };
    case 'accepted':
      return jsonResponse('The rest happens in the background', {
        type: 'object',
        properties: { message: text },
      });
    case 'empty':
      return { description: 'Done; no body' };
  }
}

const PAGE_HEADERS = ['Link', 'X-Page', 'X-Per-Page', 'X-Prev-Page', 'X-Next-Page', 'X-Total', 'X-Total-Pages'];

/** Refusals that the frame itself may give, then the endpoint's own, grouped by status. */
function refusals(endpoint: EndpointDescription, parameters: readonly string[]): Json {
  const { method, path, returns, can } = endpoint;
  const all: AnyRefusalDefinition[] = [
    InvalidParameters,
    // Also where nobody has to sign in: a credential that opens nothing is refused everywhere.
    Unauthorized,
    ...[InsufficientScope, UserBlocked, Forbidden],
    ...(can ? [can.on === 'group' ? GroupNotFound : ProjectNotFound] : []),
    ...(path.includes(':') ? [RouteNotFound] : []),
    SudoUserNotFound,
    ...(parameters.includes('pagination') ? [KeysetUnavailable] : []),
    ...(method === 'DELETE' && returns.kind === 'empty' ? [PreconditionFailed] : []),
    ...(method === 'GET' ? [] : [MalformedJson, UnsupportedContentType, EntityTooLarge]),
    ...(endpoint.refuses ?? []),
  ];
  const byStatus = Map.groupBy(new Set(all), ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, group]) => [status, refusalResponse(status, group)]));
}

function refusalResponse(status: number, group: readonly AnyRefusalDefinition[]): Json {
  const description = group.map(({ code }) => code).join(', ');
  if (status === 304) return { description };
  const examples = group.flatMap(({ code, example }) => (example ? [[code, { value: example }]] : []));
  const schema = { $ref: '#/components/schemas/Refusal' };
  return { description, content: { 'application/json': { schema, examples: Object.fromEntries(examples) } } };
}

function jsonResponse(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}
