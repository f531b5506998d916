import { Validator } from '@seriousme/openapi-schema-validator';
import { describeService } from '../describe.js';
import { SampleModule } from '../testing/sample-app.js';
import { openApiDocument } from './document.js';

interface Operation {
  readonly operationId: string;
  readonly security?: object[];
  readonly parameters: Record<string, unknown>[];
  readonly requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  readonly responses: Record<string, { description: string; content?: object; headers?: object }>;
}

describe('the OpenAPI document', () => {
  const document = openApiDocument([{ service: 'sample', ...describeService(SampleModule) }], '1.2.3');
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const operation = (method: string, path: string) => paths[`/api/v4${path}`]![method]!;
  const names = (method: string, path: string) =>
    operation(method, path).parameters.map(({ name, $ref }) => name ?? $ref);

  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('describes parameters as clients send them', () => {
    expect(operation('get', '/things').parameters).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'page',
          required: false,
          schema: expect.objectContaining({ type: 'integer' }),
        }),
        expect.objectContaining({ name: 'sort', required: false, schema: { type: 'string', enum: ['asc', 'desc'] } }),
      ]),
    );
    expect(names('get', '/things')).toEqual(expect.arrayContaining(['pagination', 'id_after', 'id_before']));
    expect(operation('get', '/projects/{id}/thing').parameters[0]).toEqual({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    });
  });

  it('describes bodies in every form that can hold them', () => {
    const { content } = operation('put', '/picture').requestBody!;
    expect(Object.keys(content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    expect(content['application/json']!.schema.properties).not.toHaveProperty('picture');
    expect(content['multipart/form-data']!.schema).toMatchObject({
      properties: { picture: { type: 'string', format: 'binary' } },
      required: ['title'],
    });
    const lists = operation('post', '/things').requestBody!.content;
    expect(Object.keys(lists)).toEqual(['application/json']);
    expect(operation('post', '/me').requestBody).toBeUndefined();
  });

  it('names each refusal of the frame where it can come', () => {
    const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses);
    const description = (method: string, path: string, status: number) =>
      operation(method, path).responses[status]!.description;
    expect(description('get', '/groups/{id}/thing', 404)).toMatch(/^group-not-found,/);
    expect(description('get', '/projects/{id}/thing', 404)).toMatch(/^project-not-found,/);
    expect(description('get', '/things', 404)).toBe('sudo-user-not-found');
    expect(description('get', '/things', 405)).toBe('keyset-unavailable');
    expect(description('delete', '/things/{thing_id}', 412)).toBe('precondition-failed');
    expect(statuses('get', '/me')).toEqual(['200', '400', '401', '403', '404']);
    expect(statuses('delete', '/things')).toEqual(['202', '400', '401', '403', '404', '406', '413']);
    expect(statuses('post', '/things/{thing_id}/star')).toEqual(expect.arrayContaining(['200', '304']));
    for (const status of [204, 304])
      expect(operation('post', '/things/{thing_id}/star').responses[status]!.content).toBeUndefined();
  });

  it('says what is asked of the caller', () => {
    expect(operation('get', '/things').security).toEqual([{}, { token: [] }, { bearer: [] }]);
    expect(operation('get', '/me').security).toBeUndefined();
    expect(document['security']).toEqual([{ token: [] }, { bearer: [] }]);
    expect(names('delete', '/things/{thing_id}')).toEqual([
      'thing_id',
      '#/components/parameters/Sudo',
      '#/components/parameters/IfUnmodifiedSince',
    ]);
    expect(names('delete', '/things')).toEqual(['#/components/parameters/Sudo']);
  });

  it('names the headers of pages', () => {
    expect(Object.keys(operation('get', '/things').responses['200']!.headers!)).toContain('X-Next-Page');
    expect(operation('get', '/me').responses['200']!.headers).toBeUndefined();
  });

  it('holds what is not below the API under its own path and name', () => {
    expect(paths['/-/who']!['get']!.operationId).toBe('getRootWho');
    expect(operation('get', '/things/{thing_id}').operationId).toBe('getThingsThing_id');
  });
});
