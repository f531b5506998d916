import { Controller, Module } from '@nestjs/common';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { describeService } from '../published/describe.js';
import { SampleModule } from '../testing/sample-app.js';
import { returns } from '../results.js';
import { Endpoint } from '../endpoint.js';
import { v4 } from '../parameters/v4.js';
import { openApiDocument } from './document.js';

interface Operation {
  readonly operationId: string;
  readonly security?: object[];
  readonly parameters: Record<string, unknown>[];
  readonly requestBody?: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  readonly responses: Record<string, Response & { readonly $ref?: string }>;
  readonly tags: string[];
}

interface Response {
  readonly description: string;
  readonly content?: object;
  readonly headers?: object;
}

const Author = z.strictObject({ id: z.int().describe('Id of the user') }).meta({ id: 'SampleAuthor' });
const Part = z.strictObject({ author: Author, reviewer: Author.nullable() }).meta({ id: 'SamplePart' });
const PartParams = z.object({
  thing_id: v4.id().describe('Id of the thing'),
  title: v4
    .text()
    .transform((text) => text.trim())
    .describe('Title of the part'),
  order: v4.optional(v4.integer()).meta({ description: 'Place among the parts', default: 1 }),
});

@Controller()
class PartsController {
  @Endpoint.get('/things/:thing_id/parts', {
    summary: 'List the parts of a thing',
    params: PartParams.pick({ thing_id: true, order: true }),
    returns: returns.json(z.array(Part)),
  })
  list() {
    return [];
  }

  @Endpoint.post('/things/:thing_id/parts', {
    summary: 'Add a part to a thing',
    params: PartParams,
    returns: returns.json(Part),
  })
  create() {
    return { author: { id: 1 }, reviewer: null };
  }
}

@Module({ controllers: [PartsController] })
class PartsModule {}

describe('the OpenAPI document', () => {
  const document = openApiDocument(describeService(SampleModule).endpoints, '1.2.3');
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const shared = (document['components'] as { responses: Record<string, Response> }).responses;
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
      description: 'Id or full path of the project',
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
    const description = (method: string, path: string, status: number) => {
      const [, name] = /^#\/components\/responses\/(.+)$/.exec(operation(method, path).responses[status]!.$ref!)!;
      return shared[name!]!.description;
    };
    expect(description('get', '/groups/{id}/thing', 404)).toMatch(/^group-not-found,/);
    expect(description('get', '/projects/{id}/thing', 404)).toMatch(/^project-not-found,/);
    expect(description('get', '/things', 404)).toBe('sudo-user-not-found');
    expect(description('get', '/things', 405)).toBe('keyset-unavailable');
    expect(description('delete', '/things/{thing_id}', 412)).toBe('precondition-failed');
    expect(statuses('get', '/me')).toEqual(['200', '400', '401', '403', '404']);
    expect(statuses('delete', '/things')).toEqual(['202', '400', '401', '403', '404', '406', '413']);
    expect(statuses('post', '/things/{thing_id}/star')).toEqual(expect.arrayContaining(['200', '304']));
    for (const status of [204, 304])
      expect(operation('delete', '/things/{thing_id}').responses[status]?.content).toBeUndefined();
    expect(shared['not-modified']!.content).toBeUndefined();
  });

  it('says what is asked of the caller', () => {
    expect(operation('get', '/things').security).toEqual([{}, { token: [] }, { bearer: [] }]);
    expect(operation('get', '/me').security).toBeUndefined();
    // An anonymous write is always refused, whether or not the project is visible.
    expect(operation('post', '/projects/{id}/thing').security).toBeUndefined();
    expect(operation('get', '/projects/{id}/thing').security).toEqual([{}, { token: [] }, { bearer: [] }, { job: [] }]);
    expect(document['security']).toEqual([{ token: [] }, { bearer: [] }]);
    expect(names('delete', '/things/{thing_id}')).toEqual([
      'thing_id',
      '#/components/parameters/Sudo',
      '#/components/parameters/IfUnmodifiedSince',
    ]);
    expect(names('delete', '/things')).toEqual(['#/components/parameters/Sudo']);
  });

  it('describes parameters and fields, with defaults', () => {
    const { paths: described, components } = openApiDocument(describeService(PartsModule).endpoints, '1') as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, object> };
    };
    const { get, post } = described['/api/v4/things/{thing_id}/parts']!;
    expect(get!.parameters.slice(0, 2)).toEqual([
      { name: 'thing_id', in: 'path', required: true, description: 'Id of the thing', schema: { type: 'integer' } },
      {
        name: 'order',
        in: 'query',
        required: false,
        description: 'Place among the parts',
        schema: { type: 'integer', default: 1 },
      },
    ]);
    expect(post!.requestBody!.content['application/json']).toMatchObject({
      schema: { properties: { title: { type: 'string', description: 'Title of the part' } } },
    });
    expect(components.schemas['SampleAuthor']).toMatchObject({ properties: { id: { description: 'Id of the user' } } });
  });

  it('has each named record once', () => {
    const { paths: described, components } = openApiDocument(describeService(PartsModule).endpoints, '1') as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, { properties?: object }> };
    };
    const { post } = described['/api/v4/things/{thing_id}/parts']!;
    const part = { $ref: '#/components/schemas/SamplePart' };
    expect(post!.responses['201']!.content).toEqual({ 'application/json': { schema: part } });
    expect(components.schemas['SamplePart']!.properties).toEqual({
      author: { $ref: '#/components/schemas/SampleAuthor' },
      reviewer: { anyOf: [{ $ref: '#/components/schemas/SampleAuthor' }, { type: 'null' }] },
    });
  });

  it('requires what the endpoint refuses to do without', () => {
    const { paths: described } = openApiDocument(describeService(PartsModule).endpoints, '1') as {
      paths: Record<string, Record<string, Operation>>;
    };
    const { schema } = described['/api/v4/things/{thing_id}/parts']!['post']!.requestBody!.content['application/json']!;
    expect(schema.required).toEqual(['title']);
  });

  it('groups operations by the last collection in their path', () => {
    expect(operation('get', '/things').tags).toEqual(['things']);
    expect(operation('post', '/things/{thing_id}/star').tags).toEqual(['things']);
    expect(operation('get', '/projects/{id}/thing').tags).toEqual(['things']);
    expect(paths['/-/who']!['get']!.tags).toEqual(['who']);
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
