import { documentOf, mergeDocuments, operationsByResource, type OpenApi } from './api-document.js';

const refersTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const operation = (id: string, tag: string, schema?: object) => ({
  operationId: id,
  summary: `Do ${id}`,
  tags: [tag] as const,
  responses: { 200: { schema } },
});

const document: OpenApi = {
  info: { version: '1.2.3' },
  tags: [{ name: 'issues' }, { name: 'users' }],
  paths: {
    '/issues': { get: operation('getIssues', 'issues', refersTo('Issue')), post: operation('postIssues', 'issues') },
    '/users': { get: operation('getUsers', 'users', refersTo('User')) },
  },
  components: {
    securitySchemes: { token: {} },
    schemas: { Issue: { properties: { author: refersTo('User'), parent: refersTo('Issue') } }, User: {}, Other: {} },
  },
};

describe('the document of one resource', () => {
  it('has its operations, and what they refer to', () => {
    const part = documentOf(document, 'issues');
    expect(Object.keys(part.paths)).toEqual(['/issues']);
    expect(part.tags).toEqual([{ name: 'issues' }]);
    expect(Object.keys(part.components['schemas']!)).toEqual(['Issue', 'User']);
    expect(part.components['securitySchemes']).toEqual({ token: {} });
    expect(Object.keys(documentOf(document, 'users').components['schemas']!)).toEqual(['User']);
  });

  it('is listed with the method and path of each operation', () => {
    expect(operationsByResource(document).get('issues')).toEqual([
      { id: 'getIssues', method: 'GET', path: '/issues', summary: 'Do getIssues' },
      { id: 'postIssues', method: 'POST', path: '/issues', summary: 'Do postIssues' },
    ]);
  });
});

describe('the documents of several services', () => {
  it('are one, which takes from the first what is not about endpoints', () => {
    const other: OpenApi = {
      info: { version: '9' },
      tags: [{ name: 'builds' }, { name: 'users' }],
      paths: {
        '/builds': { get: operation('getBuilds', 'builds') },
        '/users': { get: operation('another', 'users'), put: operation('putUsers', 'users') },
      },
      components: { schemas: { Build: {}, User: { another: true } }, headers: { Link: {} } },
    };
    const merged = mergeDocuments([document, other]);
    expect(merged.info.version).toBe('1.2.3');
    expect(merged.tags.map(({ name }) => name)).toEqual(['builds', 'issues', 'users']);
    expect(Object.keys(merged.paths)).toEqual(['/builds', '/issues', '/users']);
    expect(Object.values(merged.paths['/users']!).map(({ operationId }) => operationId)).toEqual([
      'getUsers',
      'putUsers',
    ]);
    expect(Object.keys(merged.components['schemas']!)).toEqual(['Build', 'Issue', 'Other', 'User']);
    expect(merged.components['schemas']!['User']).toEqual({});
    expect(merged.components['headers']).toEqual({ Link: {} });
  });
});
