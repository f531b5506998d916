import { ApiClient } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { mintToken, newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { expectAnswer } from './expect-answer.js';

const MUST_BE_ADMIN = { message: '403 Forbidden - Must be admin to use sudo' };

describe('sudo', () => {
  let person: Person;
  let project: string;

  beforeAll(async () => {
    person = await newPerson('acted-as');
    project = `/projects/${(await newProject(person, 'acted')).id}`;
  });

  it('acts as another user on every service, by id and by name', async () => {
    for (const sudo of [String(person.id), person.username]) {
      for (const path of ['/version', '/user', '/projects', '/namespaces', project, `${project}/repository/branches`])
        expect([path, (await hearth.root.get(path, { sudo })).status]).toEqual([path, 200]);
      expect((await hearth.root.get('/user', { sudo })).json()).toMatchObject({ id: person.id });
      const inHeader = await hearth.root.request('GET', '/user', { headers: { Sudo: sudo } });
      expect(inHeader.json()).toMatchObject({ id: person.id });
    }
  });

  it('has the rights of that user', async () => {
    const stranger = await newPerson('stranger');
    const sudo = stranger.username;
    for (const path of [project, `${project}/repository/branches`])
      expectAnswer(await hearth.root.get(path, { sudo }), 404, { message: '404 Project Not Found' });
    expectAnswer(await hearth.root.get('/application/settings', { sudo }), 403, { message: '403 Forbidden' });
    const made = await hearth.root.request('POST', '/projects', { json: { name: `by-${sudo}`, sudo } });
    expect(made.expect(201).json()).toMatchObject({ owner: { username: sudo } });
  });

  it('is refused to others, on every service', async () => {
    for (const path of ['/version', '/user', '/projects', project, `${project}/repository/branches`]) {
      expectAnswer(await person.api.get(path, { sudo: 1 }), 403, MUST_BE_ADMIN);
      expectAnswer(await hearth.anonymous.get(path, { sudo: 1 }), 401, { message: '401 Unauthorized' });
    }
  });

  it('reports an unknown user', async () => {
    for (const sudo of ['99999999', 'nobody-of-that-name'])
      expectAnswer(await hearth.root.get('/user', { sudo }), 404, {
        message: `404 User with ID or username '${sudo}' Not Found`,
      });
  });

  it('needs a scope, and is one', async () => {
    const insufficient = expect.objectContaining({ error: 'insufficient_scope' });
    const { id: admin } = await hearth.root.read<{ id: number }>('/user');
    const reader = new ApiClient(hearth.url, await mintToken(admin, 'read_user'));
    expectAnswer(await reader.get('/user', { sudo: person.id }), 403, insufficient);
    const only = new ApiClient(hearth.url, await mintToken(admin, 'sudo'));
    expect((await only.get(project, { sudo: person.id })).status).toBe(200);
    expectAnswer(await only.get(project), 403, insufficient);
  });

  it('is refused for who is blocked', async () => {
    const blocked = await newPerson('blocked');
    (await hearth.root.post(`/users/${blocked.id}/block`)).expect(201);
    expectAnswer(await hearth.root.get('/user', { sudo: blocked.id }), 403, {
      message: '403 Forbidden - User is blocked',
    });
  });
});
