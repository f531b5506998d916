import type { AnyRefusalDefinition } from '@hearth/contract-kit';
import { refusalsOf } from '../declared-refusals.js';
import type { EndpointDescription } from '../endpoint-description.js';
import { answerSchema, type Json } from './schemas.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };

/** Schema of the three bodies of refusals. */
export const refusalSchema: Json = {
  anyOf: [
    {
      type: 'object',
      properties: { message: { anyOf: [text, texts, { type: 'object', additionalProperties: texts }] } },
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

/** Lists every response of an endpoint by status, without server errors. */
export function responses(endpoint: EndpointDescription): Json {
  return { [endpoint.status]: success(endpoint), ...refusals(endpoint) };
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
        content: Object.fromEntries(
          returns.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      };
    case 'html':
      return { description: 'A page', content: { 'text/html': { schema: text } } };
    case 'redirect':
      return {
        description: 'The content is at another address',
        headers: { Location: { description: 'The address', schema: { type: 'string', format: 'uri' } } },
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

/** Refers to the responses of an endpoint's refusals, by status. */
function refusals(endpoint: EndpointDescription): Json {
  const references = refusalsByStatus(endpoint).map(([status, group]) => [
    status,
    { $ref: `#/components/responses/${nameOf(group)}` },
  ]);
  return Object.fromEntries(references) as Json;
}

/** Builds the responses of all refusals that endpoints share: one for each set of refusals with a status. */
export function refusalResponses(endpoints: readonly EndpointDescription[]): Json {
  const groups = endpoints.flatMap(refusalsByStatus);
  return Object.fromEntries(groups.map(([status, group]) => [nameOf(group), refusalResponse(status, group)]));
}

function refusalsByStatus(endpoint: EndpointDescription): [number, readonly AnyRefusalDefinition[]][] {
  return [...Map.groupBy(new Set(refusalsOf(endpoint)), ({ status }) => status)];
}

function nameOf(group: readonly AnyRefusalDefinition[]): string {
  return group.map(({ code }) => code).join('.');
}

function refusalResponse(status: number, group: readonly AnyRefusalDefinition[]): Json {
  const description = group.map(({ code }) => code).join(', ');
  if (status === 204 || status === 304) return { description };
  if (group.every(({ example }) => typeof example === 'string'))
    return { description, content: { 'text/plain': { schema: text } } };
  const examples = group.flatMap(({ code, example }) => (example ? [[code, { value: example }]] : []));
  const schema = status < 300 ? { type: 'object' } : { $ref: '#/components/schemas/Refusal' };
  return { description, content: { 'application/json': { schema, examples: Object.fromEntries(examples) } } };
}

function jsonResponse(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}
