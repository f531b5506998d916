import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { mergeDocuments } from '@hearth/edge';

const LIBS = path.resolve(import.meta.dirname, '../libs');
const FILES = ['edge/openapi.generated.json', ...globSync('services/*/openapi.generated.json', { cwd: LIBS })];

/** Parameters of later releases that clients send, by operation. */
const LATER_PARAMETERS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'openapi/later-parameters.json'), 'utf8'),
);

/** Every field of every record in a part of the document: name and schema. */
function fieldsIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  return [...Object.entries(node.properties ?? {}), ...Object.values(node).flatMap(fieldsIn)];
}

describe('the committed OpenAPI documents together', () => {
  const document = mergeDocuments(FILES.map((file) => JSON.parse(readFileSync(path.join(LIBS, file), 'utf8'))));
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at, method, operation })),
  );

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('names every operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(ids.length).toBeGreaterThan(10);
  });

  it.each(operations)('knows the path of $method $at', ({ at, operation }) => {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual([...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  it('marks answers with secrets, which must not be cached', () => {
    const answers = operations.flatMap(({ operation }) => Object.entries(operation.responses));
    const inline = answers.filter(([status]) => status.startsWith('2')).flatMap(([, answer]) => fieldsIn(answer));
    const fields = [...inline, ...fieldsIn(document.components.schemas)];
    const secret = fields.filter(([name]) => /(^|_)(token|secret|password|private_key)$/.test(name));
    expect(secret.length).toBeGreaterThan(3);
    expect(secret.filter(([, { format }]) => format !== 'password')).toEqual([]);
  });

  it('describes every parameter and every field', () => {
    const parameters = operations.flatMap(({ at, method, operation }) => [
      ...operation.parameters
        .filter(({ name }) => name)
        .map((parameter) => [`${method} ${at} ${parameter.name}`, parameter]),
      ...Object.values(operation.requestBody?.content ?? {})
        .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
        .map(([name, schema]) => [`${method} ${at} ${name}`, schema]),
    ]);
    const fields = Object.entries(document.components.schemas).flatMap(([record, schema]) =>
      fieldsIn(schema).map(([name, field]) => [`${record}.${name}`, field]),
    );
    const named = [...parameters, ...fields];
    expect(named.length).toBeGreaterThan(1_500);
    expect(named.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  });

  it.each(Object.entries(LATER_PARAMETERS))('performs or refuses what clients send to %s', (name, expected) => {
    const named = ({ at, method }) =>
      `${method.toUpperCase()} ${at.replace('/api/v4', '').replaceAll(/\{\w+\}/g, '{}')}` === name;
    const { operation } = operations.find(named);
    const body = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties ?? {}),
    );
    const declared = new Set([...operation.parameters.map((parameter) => parameter.name?.replace('[]', '')), ...body]);
    // One that is not declared would be accepted and dropped.
    expect(expected.split(' ').filter((parameter) => !declared.has(parameter))).toEqual([]);
  });

  it('has an example of every write that its schema accepts', () => {
    const ajv = new Ajv({ strict: false, formats: { date: true, 'date-time': true, uri: true } });
    const bodies = operations.flatMap(({ at, method, operation: { requestBody } }) => {
      const body = requestBody?.content['application/json'];
      return body ? [{ name: `${method} ${at}`, ...body }] : [];
    });
    expect(bodies.length).toBeGreaterThan(90);
    const refused = bodies.flatMap(({ name, schema, example }) => {
      if (typeof example !== 'object') return [`${name} has no example`];
      const accepts = ajv.compile({ ...schema, additionalProperties: false });
      return accepts(example) ? [] : [`${name}: ${ajv.errorsText(accepts.errors)}`];
    });
    expect(refused).toEqual([]);
  });

  it('points only at what is there', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference.split('/').reduce((node, key) => node?.[key], document);
      expect([reference, typeof target]).toEqual([reference, 'object']);
    }
  });
});
