// Adds descriptions, defaults and examples to the OpenAPI document that is built from the declarations.
import { EXAMPLES } from './examples.mjs';
import { FIELDS } from './fields.mjs';
import { DEFAULTS, PARAMETERS } from './parameters.mjs';

/** Prefixes of the names of records that are forms of the same resource. */
const FORMS = /^(?:Admin|Basic|Detailed|Listed|New|Personal|Public|Simple|Any)(?=[A-Z])/;
const SUFFIXES = /(?:Basic|Detail|Changes)$/;

/**
 * Adds what the declarations leave out to a document, in place.
 * @param own descriptions of the service: `fields` and `parameters`, with keys as in the shared tables; they take precedence
 */
export function annotate(document, own) {
  const fields = { ...FIELDS, ...own.fields };
  const parameters = { ...PARAMETERS, ...own.parameters };
  for (const [name, schema] of Object.entries(document.components.schemas)) describeFields(schema, name, fields);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path.replace('/api/v4', '')}`;
      const resource = operation.tags[0];
      for (const parameter of operation.parameters)
        if (parameter.name)
          describeParameter(parameter, { schema: parameter.schema, name: parameter.name, at, resource, parameters });
      describeBody(operation.requestBody, at, resource, parameters);
      for (const [status, response] of Object.entries(operation.responses))
        if (Number(status) < 300) describeFields(response, singular(resource), fields);
    }
  }
}

/** Describes the fields of a record and of the records within. */
function describeFields(node, record, fields) {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, schema] of Object.entries(node.properties ?? {})) {
    const text = fields[`${record}.${name}`] ?? fields[name];
    if (text !== undefined) schema.description ??= text.replace('{record}', wordsOf(record));
  }
  for (const value of Object.values(node)) describeFields(value, record, fields);
}

/** `DetailedMergeRequest`: `merge request`. */
function wordsOf(record) {
  const words = record
    .replace(FORMS, '')
    .replace(SUFFIXES, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return words.toLowerCase().replace(/^(ssh|gpg)/, (name) => name.toUpperCase());
}

/** Adds description and default of a parameter; OpenAPI has the description beside the schema of some, within that of others. */
function describeParameter(parameter, { schema, name, at, resource, parameters }) {
  parameter.description ??= wordsAbout(parameters, name, at, resource);
  const byDefault = wordsAbout(DEFAULTS, name, at, resource);
  if (byDefault !== undefined) schema.default ??= byDefault;
}

/** Looks a parameter up by operation, resource, and name alone. */
function wordsAbout(table, name, at, resource) {
  const plain = name.replace(/\[\]$/, '');
  const found = [`${at} ${plain}`, `${resource} ${plain}`, name, plain]
    .map((key) => table[key])
    .find((text) => text !== undefined);
  return typeof found === 'string' ? found.replace('{resource}', singular(resource)) : found;
}

function describeBody(body, at, resource, parameters) {
  for (const { schema } of Object.values(body?.content ?? {})) {
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      describeParameter(property, { schema: property, name, at, resource, parameters });
  }
  const json = body?.content['application/json'];
  if (json) json.example = EXAMPLES[at] ?? exampleByPattern(at);
}

function exampleByPattern(at) {
  const matches = Object.entries(EXAMPLES).filter(([key]) => key.includes('*') && patternOf(key).test(at));
  return matches[0]?.[1];
}

function patternOf(key) {
  const literal = key.replaceAll(/[{}/]/g, '\\$&').replaceAll('*', '[^/{}]+');
  return new RegExp(`^${literal}$`);
}

/** `merge_requests`: `merge request`. */
function singular(resource) {
  const words = resource.replaceAll('_', ' ').replace(/^gpg/, 'GPG');
  return words.replace(/(?<=ch|sh|us)es$|(?<!u)s$/, '');
}
