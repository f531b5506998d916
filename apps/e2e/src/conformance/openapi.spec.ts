import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hearth } from '../system/hearth.js';

interface Response {
  readonly $ref?: string;
  readonly content?: Record<string, { schema?: object; examples?: object }>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly responses: Record<string, Response>;
  readonly parameters: { name: string; in: string; required: boolean }[];
}

interface Document {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly responses: Record<string, Response> };
}

/** A service's operations by path, with the statuses of success that differ from the verb's own, and the statuses of refusals by operation. */
interface Reference {
  readonly operations: Readonly<Record<string, string>>;
  /** Refusals that the API's reference names, besides 400 for parameters, 401, and 403 for scopes, which every operation has. */
  readonly refusals: Readonly<Record<string, readonly number[]>>;
}

const LIBS = fileURLToPath(new URL('../../../../libs', import.meta.url));
const references = globSync('{edge,services/*}/reference/operations.json', { cwd: LIBS })
  .sort()
  .map((file) => JSON.parse(readFileSync(path.join(LIBS, file), 'utf8')) as Reference);

const SUCCESS = { get: 200, post: 201, put: 200, patch: 204, delete: 204 } as const;
type Verb = keyof typeof SUCCESS;

const KNOWN = references
  .flatMap(({ operations }) => Object.entries(operations))
  .flatMap(([at, verbs]) =>
    verbs.split(', ').map((text) => {
      const [verb, ...statuses] = text.split(' ') as [Verb, ...string[]];
      return [verb, at, statuses.length === 0 ? [SUCCESS[verb]] : statuses.map(Number)] as const;
    }),
  );
/** Pages and endpoints of OAuth clients follow other documents than the API's reference. */
const OPERATIONS = KNOWN.filter(([, at]) => at.startsWith('/api/v4/'));

const REFUSALS = references
  .flatMap(({ refusals }) => Object.entries(refusals))
  .map(([operation, statuses]) => [...(operation.split(' ') as [Verb, string]), statuses] as const);

describe('the description of the API', () => {
  let document: Document;

  beforeAll(async () => {
    const answer = await hearth.anonymous.get('/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json');
    document = answer.expect(200).json<Document>();
  });

  function responseOf({ responses }: Operation, status: number): Response {
    const { $ref } = responses[status]!;
    return $ref ? document.components.responses[$ref.split('/').at(-1)!]! : responses[status]!;
  }

  it('is OpenAPI 3.1', () => {
    const { openapi, info } = document;
    expect([openapi, info.title, info.version]).toEqual(['3.1.0', 'Hearth', expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  });

  it.each(OPERATIONS)('describes %s %s with its answers', (method, at, success) => {
    const operation = document.paths[at]?.[method];
    expect(operation?.summary).toMatch(/^[A-Z]/);
    const statuses = Object.keys(operation!.responses).map(Number);
    expect(statuses.filter((status) => status <= 302 || success.includes(status))).toEqual(success);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403]));
    for (const status of statuses.filter((each) => each >= 400))
      expect(Object.values(responseOf(operation!, status).content!)[0]).toHaveProperty('schema');
    const named = [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]));
  });

  it.each(REFUSALS)('names how %s %s is refused', (method, at, refusals) => {
    const statuses = Object.keys(document.paths[at]![method]!.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([...refusals]));
  });

  it('describes nothing that the suite does not know', () => {
    const described = Object.entries(document.paths).flatMap(([at, operations]) =>
      Object.keys(operations).map((method) => `${method} ${at}`),
    );
    expect(described.sort()).toEqual(KNOWN.map(([method, at]) => `${method} ${at}`).sort());
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says what a project that is not found answers', () => {
    const { content } = responseOf(document.paths['/api/v4/projects/{id}']!['get']!, 404);
    expect(JSON.stringify(content)).toContain('404 Project Not Found');
  });

  it('can be had for one resource', async () => {
    const { paths, components } = await hearth.anonymous.read<Document>('/openapi.json?resource=merge_requests');
    expect(Object.keys(paths)).toContain('/api/v4/projects/{id}/merge_requests');
    expect(Object.keys(paths).every((at) => at.includes('merge_requests'))).toBe(true);
    expect(Object.keys(components.responses)).not.toHaveLength(Object.keys(document.components.responses).length);
  });

  it('can be explored in a browser, with all that the page loads', async () => {
    const index = (await hearth.anonymous.get('/explorer')).expect(200);
    const page = (await hearth.anonymous.get('/explorer?resource=merge_requests')).expect(200);
    (await hearth.anonymous.get('/explorer?resource=nothing')).expect(404);
    for (const { headers } of [index, page]) {
      expect(headers['content-type']).toMatch(/^text\/html/);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    const links = `${index.text}${page.text}`.matchAll(/(?:src|href)="(explorer\/[^"]+)"/g);
    const files = new Set([...links].map(([, file]) => file!));
    expect(files.size).toBe(5);
    for (const file of files) {
      const { pathname } = new URL(file, `${hearth.url}/api/v4/explorer`);
      const { headers, body } = (await hearth.anonymous.send('GET', pathname)).expect(200);
      expect(headers['content-type']).toMatch(file.endsWith('.css') ? /^text\/css/ : /^text\/javascript/);
      expect(body.length).toBeGreaterThan(20);
    }
  });
});
