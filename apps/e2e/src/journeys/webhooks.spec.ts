import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { waitFor, type ProjectRecord } from '@hearth/testing';
import { uniqueName } from '../system/names.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { projectPath } from '../system/projects.js';
import { WorkingCopy } from '../system/working-copy.js';

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
}

/** A project that is published by its releases, with a receiver that is told of pushes and releases. */
describe('a project with a webhook', () => {
  const received: Received[] = [];
  const token = uniqueName('secret');
  let server: Server;
  let owner: Person;
  let project: ProjectRecord;
  let hook: { id: number };

  beforeAll(async () => {
    server = createServer((request, response) => {
      void json(request).then((body) => {
        received.push({ headers: request.headers, body: body as Received['body'] });
        response.writeHead(200).end('ok');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    owner = await newPerson('publisher');
    const made = await owner.api.post('/projects', { name: uniqueName('published'), initialize_with_readme: true });
    project = made.expect(201).json<ProjectRecord>();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const wanted = { url, token, push_events: true, tag_push_events: true, releases_events: true };
    hook = (await owner.api.post(`${projectPath(project)}/hooks`, wanted)).expect(201).json();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** @param after of a push: the commit that the branch is at; the first commit of the project may be told of too */
  const delivered = (event: string, after?: string) =>
    waitFor(`a ${event}`, () =>
      Promise.resolve(
        received.find(
          ({ headers, body }) => headers['x-gitlab-event'] === event && (!after || body['after'] === after),
        ),
      ),
    );

  it('tells of a push, with the token, and of its commits', async () => {
    const remote = remoteOf(owner, project.path_with_namespace);
    const copy = await WorkingCopy.clone(remote);
    const id = await copy.commit('src/main.txt', 'one\n', 'Begin');
    await copy.push(remote, 'HEAD');
    await copy.remove();
    const { headers, body } = await delivered('Push Hook', id);
    expect(headers).toMatchObject({
      'x-gitlab-token': token,
      'x-gitlab-event-uuid': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(body).toMatchObject({
      ...{
        object_kind: 'push',
        after: id,
        project_id: project.id,
        user_username: owner.username,
        total_commits_count: 1,
      },
      commits: [{ id, added: ['src/main.txt'], modified: [], removed: [] }],
    });
  });

  it('tells of a release, which makes its tag, and of that tag', async () => {
    const asked = { tag_name: 'v1.0', ref: project.default_branch, name: 'One', description: 'The first.' };
    const links = [{ name: 'Binary', url: 'https://example.com/one.tar.gz' }];
    (await owner.api.post(`${projectPath(project)}/releases`, { ...asked, assets: { links } })).expect(201);
    expect((await delivered('Release Hook')).body).toMatchObject({
      ...{ object_kind: 'release', action: 'create', tag: 'v1.0', name: 'One', description: 'The first.' },
      assets: { links: [expect.objectContaining({ name: 'Binary' })] },
    });
    expect((await delivered('Tag Push Hook')).body).toMatchObject({ object_kind: 'tag_push', ref: 'refs/tags/v1.0' });
    const latest = await owner.api.read(`${projectPath(project)}/releases/v1.0`);
    expect(latest).toMatchObject({
      tag_name: 'v1.0',
      assets: { links: [expect.objectContaining({ name: 'Binary' })] },
    });
  });

  it('records what was sent and answered, without the token', async () => {
    const answer = await waitFor('the records', async () => {
      const sent = await owner.api.get(`${projectPath(project)}/hooks/${hook.id}/events`);
      return sent.json<unknown[]>().length === received.length && sent;
    });
    expect(answer.json()).toContainEqual(
      expect.objectContaining({ trigger: 'push_hooks', response_status: '200', response_body: 'ok' }),
    );
    expect(answer.text).not.toContain(token);
  });
});
