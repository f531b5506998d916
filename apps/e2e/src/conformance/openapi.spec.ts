import { hearth } from '../system/hearth.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, { content?: Record<string, { schema?: object; examples?: object }> }>;
  readonly parameters: { name: string; in: string; required: boolean }[];
}

interface Document {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
}

/** Every endpoint with the statuses of success and of its refusals. */
const ENDPOINTS = [
  ['get', '/version', 200, [401]],
  ['get', '/openapi.json', 200, []],
  ['get', '/explorer', 200, []],
  ['get', '/explorer/{asset}', 200, [400]],
  ['get', '/user', 200, [401]],
  ['get', '/users/{id}', 200, [400, 404]],
  ['post', '/users', 201, [400, 401, 403, 409]],
  ['get', '/projects', 200, [400]],
  ['post', '/projects', 201, [400, 401, 403]],
  ['get', '/projects/{id}', 200, [404]],
  ['delete', '/projects/{id}', 202, [401, 403, 404]],
  ['get', '/projects/{id}/repository/tree', 200, [400, 403, 404]],
  ['get', '/projects/{id}/repository/commits', 200, [400, 403, 404]],
  ['get', '/projects/{id}/repository/branches', 200, [400, 403, 404]],
  ['get', '/projects/{id}/repository/blobs/{sha}/raw', 200, [403, 404]],
] as const;

describe('the description of the API', () => {
  let document: Document;

  beforeAll(async () => {
    const answer = await hearth.anonymous.get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json');
    document = answer.expect(200).json<Document>();
  });

  it('is OpenAPI 3.1', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info.title).toBe('Hearth');
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(ENDPOINTS)('describes %s %s with its answers', (method, path, success, refusals) => {
    const operation = document.paths[`/api/v4${path}`]?.[method];
    expect(operation?.summary).toMatch(/^[A-Z]/);
    const statuses = Object.keys(operation!.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([success, ...refusals]));
    for (const status of refusals) {
      const { examples = {} } = operation!.responses[status]!.content!['application/json']!;
      expect(examples).toBeDefined();
    }
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]));
  });

  it('describes nothing that the suite does not know', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(ENDPOINTS.map(([method, path]) => `${method} /api/v4${path}`).sort());
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what a project that is not found answers', () => {
    const { content } = document.paths['/api/v4/projects/{id}']!['get']!.responses['404']!;
    expect(JSON.stringify(content)).toContain('404 Project Not Found');
  });

  it('can be explored in a browser, with all that the page loads', async () => {
    const page = (await hearth.anonymous.get('/explorer')).expect(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const { pathname } = new URL(file, `${hearth.url}/api/v4/explorer`);
      const { headers, body } = (await hearth.anonymous.send('GET', pathname)).expect(200);
      expect(headers['content-type']).toMatch(file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect(body.length).toBeGreaterThan(20);
    }
  });
});
