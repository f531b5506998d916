import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';

const FILE = path.resolve(import.meta.dirname, '../libs/contracts/src/openapi.generated.json');

describe('the committed OpenAPI document', () => {
  const document = JSON.parse(readFileSync(FILE, 'utf8'));
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

  it('points only at what is there', () => {
    for (const [, reference] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = reference.split('/').reduce((node, key) => node?.[key], document);
      expect([reference, typeof target]).toEqual([reference, 'object']);
    }
  });
});
