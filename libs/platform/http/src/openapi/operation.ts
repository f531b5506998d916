import type { EndpointDescription } from '../endpoint-description.js';
import { responses } from './responses.js';
import { isFile, isListOfHashes, parameterSchemas, type Json, type ParameterSchemas } from './schemas.js';

/** Builds one operation of the document: parameters, body, responses. */
export function operation(resource: string, endpoint: EndpointDescription): Json {
  const { method, path, summary, at } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const all = parameterSchemas(endpoint.params);
  const rest = Object.keys(all.properties).filter((name) => !inPath.includes(name));
  const takesContent = endpoint.contentLimit !== undefined;
  const inBody =
    !takesContent && endpoint.receives === undefined && (method === 'POST' || method === 'PUT' || method === 'PATCH');
  // Two paths of the API may differ in their `/-/` alone.
  const name = at === 'root' ? `root${path}` : path.replaceAll('/-/', '/dash/');
  const words = name.split(/\W+/).filter(Boolean);
  return {
    operationId: [method.toLowerCase(), ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join(''),
    summary,
    tags: [resource],
    ...securityOf(endpoint),
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path', required: true, ...described(pathSchema(all.properties[name])) })),
      ...(inBody ? [] : rest.map((name) => queryParameter(name, all))),
      { $ref: '#/components/parameters/Sudo' },
      ...(method === 'DELETE' && endpoint.returns.kind === 'empty'
        ? [{ $ref: '#/components/parameters/IfUnmodifiedSince' }]
        : []),
    ],
    ...(takesContent && {
      requestBody: { content: { 'text/plain': { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(endpoint.receives !== undefined && { requestBody: fileBody(endpoint.receives) }),
    ...(inBody && rest.length > 0 && { requestBody: requestBody(rest, all) }),
    responses: responses(endpoint),
  };
}

/** Returns what differs from the document: anonymous requests are admitted, or the tokens of jobs are. */
function securityOf(endpoint: EndpointDescription): { security?: readonly Json[] } {
  const admits = admitsAnonymous(endpoint);
  if (!admits && !endpoint.jobTokens) return {};
  return {
    security: [...(admits ? [{}] : []), { token: [] }, { bearer: [] }, ...(endpoint.jobTokens ? [{ job: [] }] : [])],
  };
}

/** Whether a request without a credential can succeed. Writes may look at the project before they ask for one. */
function admitsAnonymous({ anonymous, can }: EndpointDescription): boolean {
  return anonymous === 'allowed' && (!can || [can, can.withPublicJobs].some((rule) => rule?.visitors === 'everyone'));
}

/** A path parameter: an empty segment would be another path. */
function pathSchema(schema: Json = { type: 'string' }): Json {
  return schema['type'] === 'string' && schema['enum'] === undefined ? { ...schema, minLength: 1 } : schema;
}

function queryParameter(name: string, { properties, required }: ParameterSchemas): Json {
  const schema = properties[name]!;
  const isRequired = required.includes(name);
  const spelling = schema['type'] === 'array' ? `${name}[]` : name;
  const hash = schema['type'] === 'object' && { style: 'deepObject', explode: true };
  return { name: spelling, in: 'query', required: isRequired, ...described(schema), ...hash };
}

/** A description stands at the parameter, not in its schema. */
function described({ description, ...schema }: Json): Json {
  return { ...(description !== undefined && { description }), schema };
}

/** JSON and forms have the same parameters, except files, which need multipart forms, and lists of hashes, which no form can express. */
function requestBody(names: readonly string[], all: ParameterSchemas): Json {
  const files = names.filter((name) => isFile(all.properties[name]!));
  const rest = names.filter((name) => !files.includes(name));
  const needsFile = files.some((name) => all.required.includes(name));
  const formable = !rest.some((name) => isListOfHashes(all.properties[name]!));
  return {
    content: {
      ...(!needsFile && { 'application/json': { schema: objectOf(rest, all, (name) => name) } }),
      ...(!needsFile && formable && { 'application/x-www-form-urlencoded': form(rest, all) }),
      ...(files.length > 0 && { 'multipart/form-data': form(names, all) }),
    },
  };
}

function fileBody(name: string): Json {
  const properties = { [name]: { type: 'string', format: 'binary' } };
  return { content: { 'multipart/form-data': { schema: { type: 'object', properties, required: [name] } } } };
}

function form(names: readonly string[], all: ParameterSchemas): Json {
  const hashes = names.filter((name) => all.properties[name]!['type'] === 'object');
  const encoding = Object.fromEntries(hashes.map((name) => [name, { style: 'deepObject', explode: true }]));
  const bracketed = (name: string) => (all.properties[name]!['type'] === 'array' ? `${name}[]` : name);
  return { schema: objectOf(names, all, bracketed), ...(hashes.length > 0 && { encoding }) };
}

function objectOf(
  names: readonly string[],
  { properties, required }: ParameterSchemas,
  spelling: (name: string) => string,
): Json {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [spelling(name), properties[name]])),
    required: names.filter((name) => required.includes(name)).map(spelling),
  };
}
