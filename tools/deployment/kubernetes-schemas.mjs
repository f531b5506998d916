import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** Definitions of custom resources that no Go module holds: made from Strimzi 1.2.0 by its own generator, without descriptions. */
const STRIMZI = path.join(import.meta.dirname, 'strimzi-definitions.json');

const CUSTOM = {
  prometheus: ['servicemonitors', 'prometheusrules'].map(
    (plural) => `example/prometheus-operator-crd/monitoring.coreos.com_${plural}.yaml`,
  ),
  cloudnativepg: ['config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
  externalsecrets: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
};

/** Path of a kind's schema for kubeconform, below the folder of `writeSchemas`. */
export const SCHEMA_LOCATION = 'schemas/{{ .ResourceKind }}-{{ .Group }}-{{ .ResourceAPIVersion }}.json';

/**
 * Writes a JSON schema for each kind of Kubernetes and of the custom resources, which refuses unknown fields, and the definitions of the
 * custom resources as an API server takes them.
 * @param {string} folder gets `schemas` and `definitions`
 * @param {Record<keyof typeof CUSTOM | 'kubernetes', string>} modules the folders of the Go modules
 */
export function writeSchemas(folder, modules) {
  for (const name of ['schemas', 'definitions']) mkdirSync(path.join(folder, name), { recursive: true });
  const write = (place, value) => writeFileSync(path.join(folder, place), JSON.stringify(value));
  const { definitions } = JSON.parse(
    readFileSync(path.join(modules.kubernetes, 'api/openapi-spec/swagger.json'), 'utf8'),
  );
  const strict = Object.fromEntries(Object.entries(definitions).map(([name, schema]) => [name, strictly(schema)]));
  for (const [name, { 'x-kubernetes-group-version-kind': kinds = [] }] of Object.entries(definitions)) {
    // Those of several kinds are parameters of requests.
    if (kinds.length !== 1) continue;
    const [{ group, version, kind }] = kinds;
    const file = fileOf(kind, group, version);
    write(file, { $ref: `#/definitions/${name}`, definitions: closureOf(name, strict) });
  }
  for (const definition of customDefinitions(modules)) {
    const { group, names, versions } = definition.spec;
    write(`definitions/${names.plural}.${group}.json`, definition);
    for (const { name, schema } of versions) write(fileOf(names.kind, group, name), strictly(schema.openAPIV3Schema));
  }
}

function fileOf(kind, group, version) {
  return `schemas/${kind.toLowerCase()}-${group || version}-${version}.json`;
}

function customDefinitions(modules) {
  const ofModules = Object.entries(CUSTOM).flatMap(([name, files]) =>
    files.map((file) => parse(readFileSync(path.join(modules[name], file), 'utf8'))),
  );
  return [...ofModules, ...JSON.parse(readFileSync(STRIMZI, 'utf8'))];
}

/** The definitions that one leads to, itself included. */
function closureOf(name, definitions, found = {}) {
  if (found[name]) return found;
  found[name] = definitions[name];
  for (const [, next] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g))
    closureOf(next, definitions, found);
  return found;
}

/** An OpenAPI schema as a JSON schema that refuses fields it does not name. */
function strictly(schema) {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') return { type: ['string', 'integer'] };
  const { properties, ...rest } = schema;
  const result = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, strictly(value)]));
  if (isQuantity(schema)) result.type = ['string', 'number'];
  // Of metadata the definitions of custom resources say only that it is an object.
  if (!properties || typeof properties !== 'object') return result;
  result.properties = Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, strictly(value)]));
  if (!schema['x-kubernetes-preserve-unknown-fields']) result.additionalProperties ??= false;
  return result;
}

function isQuantity({ type, description }) {
  return type === 'string' && typeof description === 'string' && description.startsWith('Quantity is a fixed-point');
}
