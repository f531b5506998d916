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

/** Every endpoint by path, with the statuses of success that differ from the verb's own. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  '/application/settings': 'get, put',
  '/audit_events': 'get',
  '/ci/lint': 'post 200',
  '/explorer': 'get',
  '/explorer/{asset}': 'get',
  '/groups': 'get, post',
  '/groups/{id}': 'get, put, delete 202',
  '/groups/{id}/access_requests': 'get, post',
  '/groups/{id}/access_requests/{user_id}': 'delete',
  '/groups/{id}/access_requests/{user_id}/approve': 'put 201',
  '/groups/{id}/custom_attributes': 'get',
  '/groups/{id}/custom_attributes/{key}': 'get, put, delete',
  '/groups/{id}/issues': 'get',
  '/groups/{id}/members': 'get, post',
  '/groups/{id}/members/all': 'get',
  '/groups/{id}/members/all/{user_id}': 'get',
  '/groups/{id}/members/{user_id}': 'get, put, delete',
  '/groups/{id}/milestones': 'get, post',
  '/groups/{id}/milestones/{milestone_id}': 'get, put, delete',
  '/groups/{id}/milestones/{milestone_id}/issues': 'get',
  '/groups/{id}/projects': 'get',
  '/groups/{id}/projects/{project_id}': 'post',
  '/groups/{id}/subgroups': 'get',
  '/groups/{id}/variables': 'get, post',
  '/groups/{id}/variables/{key}': 'get, put, delete',
  '/issues': 'get',
  '/jobs/request': 'post 201 204',
  '/jobs/{id}': 'put',
  '/jobs/{id}/artifacts': 'get, post',
  '/jobs/{id}/artifacts/authorize': 'post 200',
  '/jobs/{id}/trace': 'patch 202',
  '/merge_requests': 'get',
  '/namespaces': 'get',
  '/namespaces/{id}': 'get',
  '/openapi.json': 'get',
  '/personal_access_tokens': 'get',
  '/personal_access_tokens/self': 'get, delete',
  '/personal_access_tokens/{id}': 'get, delete',
  '/projects': 'get, post',
  '/projects/user/{user_id}': 'post',
  '/projects/{id}': 'get, put, delete 202',
  '/projects/{id}/access_requests': 'get, post',
  '/projects/{id}/access_requests/{user_id}': 'delete',
  '/projects/{id}/access_requests/{user_id}/approve': 'put 201',
  '/projects/{id}/archive': 'post',
  '/projects/{id}/custom_attributes': 'get',
  '/projects/{id}/custom_attributes/{key}': 'get, put, delete',
  '/projects/{id}/fork': 'post, delete',
  '/projects/{id}/fork/{forked_from_id}': 'post',
  '/projects/{id}/forks': 'get',
  '/projects/{id}/issues': 'get, post',
  '/projects/{id}/issues/{issue_iid}': 'get, put, delete',
  '/projects/{id}/issues/{issue_iid}/award_emoji': 'get, post',
  '/projects/{id}/issues/{issue_iid}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/issues/{issue_iid}/notes': 'get, post 201 202',
  '/projects/{id}/issues/{issue_iid}/notes/{note_id}': 'get, put, delete',
  '/projects/{id}/issues/{issue_iid}/notes/{note_id}/award_emoji': 'get, post',
  '/projects/{id}/issues/{issue_iid}/notes/{note_id}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/issues/{issue_iid}/participants': 'get',
  '/projects/{id}/issues/{issue_iid}/subscribe': 'post',
  '/projects/{id}/issues/{issue_iid}/unsubscribe': 'post',
  '/projects/{id}/issues/{issue_iid}/user_agent_detail': 'get',
  '/projects/{id}/jobs': 'get',
  '/projects/{id}/jobs/{job_id}': 'get',
  '/projects/{id}/jobs/artifacts/{ref_name}/download': 'get',
  '/projects/{id}/jobs/artifacts/{ref_name}/raw/{artifact_path}': 'get',
  '/projects/{id}/jobs/{job_id}/artifacts': 'get',
  '/projects/{id}/jobs/{job_id}/artifacts/{artifact_path}': 'get',
  '/projects/{id}/jobs/{job_id}/artifacts/keep': 'post 200',
  '/projects/{id}/jobs/{job_id}/cancel': 'post',
  '/projects/{id}/jobs/{job_id}/erase': 'post',
  '/projects/{id}/jobs/{job_id}/play': 'post 200',
  '/projects/{id}/jobs/{job_id}/retry': 'post',
  '/projects/{id}/jobs/{job_id}/trace': 'get',
  '/projects/{id}/labels': 'get, post, put, delete',
  '/projects/{id}/labels/{label_id}': 'get, put, delete',
  '/projects/{id}/labels/{label_id}/subscribe': 'post',
  '/projects/{id}/labels/{label_id}/unsubscribe': 'post',
  '/projects/{id}/members': 'get, post',
  '/projects/{id}/members/all': 'get',
  '/projects/{id}/members/all/{user_id}': 'get',
  '/projects/{id}/members/{user_id}': 'get, put, delete',
  '/projects/{id}/merge_requests/{merge_request_iid}/award_emoji': 'get, post',
  '/projects/{id}/merge_requests/{merge_request_iid}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/merge_requests/{merge_request_iid}/notes': 'get, post 201 202',
  '/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}': 'get, put, delete',
  '/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}/award_emoji': 'get, post',
  '/projects/{id}/merge_requests/{merge_request_iid}/notes/{note_id}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/merge_requests': 'get, post',
  '/projects/{id}/merge_requests/{merge_request_iid}': 'get, put, delete',
  '/projects/{id}/merge_requests/{merge_request_iid}/changes': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/closes_issues': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/commits': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/participants': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/pipelines': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/subscribe': 'post',
  '/projects/{id}/merge_requests/{merge_request_iid}/unsubscribe': 'post',
  '/projects/{id}/merge_requests/{merge_request_iid}/versions': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/versions/{version_id}': 'get',
  '/projects/{id}/merge_requests/{merge_request_iid}/merge': 'put',
  '/projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds': 'put, post',
  '/projects/{id}/milestones': 'get, post',
  '/projects/{id}/milestones/{milestone_id}': 'get, put, delete',
  '/projects/{id}/milestones/{milestone_id}/issues': 'get',
  '/projects/{id}/deployments': 'get',
  '/projects/{id}/deployments/{deployment_id}': 'get',
  '/projects/{id}/environments': 'get, post',
  '/projects/{id}/environments/{environment_id}': 'put, delete',
  '/projects/{id}/environments/{environment_id}/stop': 'post 200',
  '/projects/{id}/pipeline': 'post',
  '/projects/{id}/pipeline_schedules': 'get, post',
  '/projects/{id}/pipeline_schedules/{pipeline_schedule_id}': 'get, put, delete',
  '/projects/{id}/pipeline_schedules/{pipeline_schedule_id}/take_ownership': 'post',
  '/projects/{id}/pipeline_schedules/{pipeline_schedule_id}/variables': 'post',
  '/projects/{id}/pipeline_schedules/{pipeline_schedule_id}/variables/{key}': 'put, delete 202',
  '/projects/{id}/pipelines': 'get',
  '/projects/{id}/pipelines/{pipeline_id}': 'get',
  '/projects/{id}/pipelines/{pipeline_id}/cancel': 'post 200',
  '/projects/{id}/pipelines/{pipeline_id}/jobs': 'get',
  '/projects/{id}/pipelines/{pipeline_id}/retry': 'post',
  '/projects/{id}/protected_branches': 'get, post',
  '/projects/{id}/protected_branches/{name}': 'get, delete',
  '/projects/{id}/ref/{ref}/trigger/pipeline': 'post',
  '/projects/{id}/repository/archive': 'get',
  '/projects/{id}/repository/archive.{format}': 'get',
  '/projects/{id}/repository/blobs/{sha}': 'get',
  '/projects/{id}/repository/blobs/{sha}/raw': 'get',
  '/projects/{id}/repository/branches': 'get, post',
  '/projects/{id}/repository/branches/{branch}': 'get, delete',
  '/projects/{id}/repository/branches/{branch}/protect': 'put',
  '/projects/{id}/repository/branches/{branch}/unprotect': 'put',
  '/projects/{id}/repository/commits': 'get, post',
  '/projects/{id}/repository/commits/{sha}': 'get',
  '/projects/{id}/repository/commits/{sha}/cherry_pick': 'post',
  '/projects/{id}/repository/commits/{sha}/comments': 'get, post',
  '/projects/{id}/repository/commits/{sha}/diff': 'get',
  '/projects/{id}/repository/commits/{sha}/refs': 'get',
  '/projects/{id}/repository/commits/{sha}/revert': 'post',
  '/projects/{id}/repository/commits/{sha}/statuses': 'get',
  '/projects/{id}/repository/compare': 'get',
  '/projects/{id}/repository/contributors': 'get',
  '/projects/{id}/repository/files/{file_path}': 'get, post, put, delete',
  '/projects/{id}/repository/files/{file_path}/raw': 'get',
  '/projects/{id}/repository/merge_base': 'get',
  '/projects/{id}/repository/merged_branches': 'delete 202',
  '/projects/{id}/repository/tags': 'get, post',
  '/projects/{id}/repository/tags/{tag_name}': 'get, delete',
  '/projects/{id}/repository/tags/{tag_name}/release': 'post, put',
  '/projects/{id}/repository/tree': 'get',
  '/projects/{id}/runners': 'get, post',
  '/projects/{id}/runners/{runner_id}': 'delete',
  '/projects/{id}/share': 'post',
  '/projects/{id}/share/{group_id}': 'delete',
  '/projects/{id}/snippets': 'get, post',
  '/projects/{id}/snippets/{snippet_id}': 'get, put, delete',
  '/projects/{id}/snippets/{snippet_id}/award_emoji': 'get, post',
  '/projects/{id}/snippets/{snippet_id}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/snippets/{snippet_id}/notes': 'get, post 201 202',
  '/projects/{id}/snippets/{snippet_id}/notes/{note_id}': 'get, put, delete',
  '/projects/{id}/snippets/{snippet_id}/notes/{note_id}/award_emoji': 'get, post',
  '/projects/{id}/snippets/{snippet_id}/notes/{note_id}/award_emoji/{award_id}': 'get, delete',
  '/projects/{id}/snippets/{snippet_id}/raw': 'get',
  '/projects/{id}/snippets/{snippet_id}/user_agent_detail': 'get',
  '/projects/{id}/star': 'post',
  '/projects/{id}/statuses/{sha}': 'post',
  '/projects/{id}/transfer': 'put',
  '/projects/{id}/trigger/pipeline': 'post',
  '/projects/{id}/triggers': 'get, post',
  '/projects/{id}/triggers/{trigger_id}': 'get, put, delete',
  '/projects/{id}/triggers/{trigger_id}/take_ownership': 'post 200',
  '/projects/{id}/unarchive': 'post',
  '/projects/{id}/unstar': 'post',
  '/projects/{id}/users': 'get',
  '/projects/{id}/variables': 'get, post',
  '/projects/{id}/variables/{key}': 'get, put, delete',
  '/runners': 'get, post, delete',
  '/runners/all': 'get',
  '/runners/managers': 'delete',
  '/runners/reset_authentication_token': 'post',
  '/runners/verify': 'post 200',
  '/runners/{id}': 'get, put, delete',
  '/runners/{id}/jobs': 'get',
  '/runners/{id}/reset_authentication_token': 'post',
  '/snippets': 'get, post',
  '/snippets/public': 'get',
  '/snippets/{id}': 'get, put, delete',
  '/snippets/{id}/raw': 'get',
  '/snippets/{id}/user_agent_detail': 'get',
  '/user': 'get',
  '/user/emails': 'get, post',
  '/user/emails/{email_id}': 'get, delete',
  '/user/gpg_keys': 'get, post',
  '/user/gpg_keys/{key_id}': 'get, delete',
  '/user/gpg_keys/{key_id}/revoke': 'post 202',
  '/user/keys': 'get, post',
  '/user/keys/{key_id}': 'get, delete',
  '/user/runners': 'post',
  '/users': 'get, post',
  '/users/{id}': 'get, put, delete',
  '/users/{id}/block': 'post',
  '/users/{id}/custom_attributes': 'get',
  '/users/{id}/custom_attributes/{key}': 'get, put, delete',
  '/users/{id}/disable_two_factor': 'patch',
  '/users/{id}/emails': 'get, post',
  '/users/{id}/emails/{email_id}': 'delete',
  '/users/{id}/gpg_keys': 'get, post',
  '/users/{id}/gpg_keys/{key_id}': 'get, delete',
  '/users/{id}/gpg_keys/{key_id}/revoke': 'post 202',
  '/users/{id}/keys': 'get, post',
  '/users/{id}/keys/{key_id}': 'delete',
  '/users/{id}/unblock': 'post',
  '/users/{user_id}/impersonation_tokens': 'get, post',
  '/users/{user_id}/impersonation_tokens/{impersonation_token_id}': 'get, delete',
  '/users/{user_id}/personal_access_tokens': 'post',
  '/users/{user_id}/projects': 'get',
  '/version': 'get',
};
const OUTSIDE_OF_THE_API = [
  ...['css', 'js', 'svg'].map((type) => `get /-/assets/hearth.${type}`),
  'get /.well-known/openid-configuration',
  'get /oauth/discovery/keys',
  'get /oauth/token/info',
  'get /oauth/userinfo',
  'post /oauth/introspect',
  'post /oauth/revoke',
  'post /oauth/token',
  'post /oauth/userinfo',
  ...['group', 'project', 'user'].map((of) => `get /uploads/-/system/${of}/avatar/{id}/{file}`),
];
const SUCCESS = { get: 200, post: 201, put: 200, patch: 204, delete: 204 } as const;
type Verb = keyof typeof SUCCESS;

const OPERATIONS = Object.entries(ENDPOINTS).flatMap(([path, verbs]) =>
  verbs.split(', ').map((text) => {
    const [verb, ...statuses] = text.split(' ') as [Verb, ...string[]];
    return [verb, path, statuses.length === 0 ? [SUCCESS[verb]] : statuses.map(Number)] as const;
  }),
);

/** Refusals that the API's reference names, besides 400 for parameters, 401, and 403 for scopes, which every operation has. */
const REFUSALS = [
  ['get', '/users', [403]],
  ['get', '/users/{id}', [404]],
  ['post', '/users', [409]],
  ['put', '/users/{id}', [404]],
  ['delete', '/users/{id}', [404, 409, 412]],
  ['post', '/users/{id}/block', [404]],
  ['get', '/user/emails/{email_id}', [404]],
  ['delete', '/user/emails/{email_id}', [404, 412]],
  ['post', '/users/{id}/emails', [404]],
  ['delete', '/users/{id}/emails/{email_id}', [404, 412]],
  ['get', '/user/keys/{key_id}', [404]],
  ['delete', '/user/keys/{key_id}', [404, 412]],
  ['post', '/users/{id}/keys', [404]],
  ['delete', '/users/{id}/keys/{key_id}', [404, 412]],
  ['get', '/users/{user_id}/impersonation_tokens', [404]],
  ['delete', '/users/{user_id}/impersonation_tokens/{impersonation_token_id}', [404, 412]],
  ['get', '/projects', [405]],
  ['get', '/projects/{id}', [404]],
  ['put', '/projects/{id}', [404]],
  ['delete', '/projects/{id}', [404]],
  ['post', '/projects/{id}/star', [304, 404]],
  ['post', '/projects/{id}/unstar', [304, 404]],
  ['post', '/projects/{id}/fork', [404, 409]],
  ['delete', '/projects/{id}/fork', [304, 404, 412]],
  ['post', '/projects/{id}/fork/{forked_from_id}', [404, 409]],
  ['get', '/projects/{id}/forks', [404]],
  ['post', '/projects/{id}/share', [404, 409]],
  ['post', '/projects/{id}/members', [404, 409]],
  ['delete', '/projects/{id}/members/{user_id}', [404, 412]],
  ['get', '/groups/{id}', [404]],
  ['delete', '/groups/{id}', [404]],
  ['post', '/groups/{id}/members', [404, 409]],
  ['get', '/namespaces/{id}', [404]],
  ['post', '/projects/{id}/protected_branches', [409, 422]],
  ['post', '/projects/{id}/repository/tags/{tag_name}/release', [404, 409]],
  ['delete', '/projects/{id}/protected_branches/{name}', [404, 412]],
  ['delete', '/projects/{id}/repository/branches/{branch}', [400, 403, 404, 412]],
  ['post', '/projects/{id}/repository/commits', [400, 403, 404]],
  ['post', '/projects/{id}/repository/commits/{sha}/cherry_pick', [400, 403, 404]],
  ['delete', '/projects/{id}/repository/files/{file_path}', [400, 403, 404, 412]],
  ['get', '/projects/{id}/repository/tree', [404]],
  ['get', '/projects/{id}/repository/blobs/{sha}/raw', [404]],
  ['get', '/projects/{id}/repository/archive', [404, 501, 503]],
  ['get', '/projects/{id}/repository/blobs/{sha}', [404]],
  ['get', '/projects/{id}/repository/files/{file_path}', [404]],
  ['get', '/projects/{id}/repository/commits/{sha}', [404]],
  ['get', '/projects/{id}/repository/commits/{sha}/diff', [404]],
  ['get', '/projects/{id}/repository/compare', [404]],
] as const;

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

  it.each(OPERATIONS)('describes %s %s with its answers', (method, path, success) => {
    const operation = document.paths[`/api/v4${path}`]?.[method];
    expect(operation?.summary).toMatch(/^[A-Z]/);
    const statuses = Object.keys(operation!.responses).map(Number);
    expect(statuses.filter((status) => status < 300)).toEqual(success);
    expect(statuses).toEqual(expect.arrayContaining([400, 401, 403]));
    for (const status of statuses.filter((each) => each >= 400))
      expect(Object.values(responseOf(operation!, status).content!)[0]).toHaveProperty('schema');
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation!.parameters.filter((parameter) => parameter.in === 'path');
    expect(inPath.map(({ name, required }) => [name, required])).toEqual(named.map((name) => [name, true]));
  });

  it.each(REFUSALS)('names how %s %s is refused', (method, path, refusals) => {
    const statuses = Object.keys(document.paths[`/api/v4${path}`]![method]!.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([...refusals]));
  });

  it('describes nothing that the suite does not know', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const known = OPERATIONS.map(([method, path]) => `${method} /api/v4${path}`);
    expect(described.sort()).toEqual([...known, ...OUTSIDE_OF_THE_API].sort());
  });

  it('names every operation once', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
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
    expect(Object.keys(paths).every((path) => path.includes('merge_requests'))).toBe(true);
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
