import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe.each(['issue', 'snippet'] as const)('discussions of an %s', (kind) => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const guest = user(3);
  let record: string;

  beforeAll(async () => {
    const namespace = await app.claim(owner);
    await app.claim(guest);
    const project = await new Seed(app.testDatabase).project(namespace, 'project', 'public');
    const fields = { title: 'one', file_name: 'a', code: 'x', visibility: 'public' };
    const { body } = await app.request(owner, 'POST', `/projects/${project}/${kind}s`, fields);
    record = `/projects/${project}/${kind}s/${kind === 'issue' ? body.iid : body.id}`;
  });

  const post = (caller: Principal, rest: string, fields: object) =>
    app.request(caller, 'POST', `${record}${rest}`, fields);

  it('are opened and answered, and have nothing to resolve', async () => {
    const alone = (await post(guest, '/notes', { body: 'first' })).body;
    const { status, body } = await post(guest, '/discussions', { body: 'Why?' });
    expect([status, body]).toMatchObject([201, { individual_note: false, notes: [{ type: 'DiscussionNote' }] }]);
    const reply = (await post(owner, `/discussions/${body.id}/notes`, { body: 'Because.' })).body;
    expect(reply).toMatchObject({ type: 'DiscussionNote', discussion_id: body.id, resolvable: false });
    expect(reply).not.toHaveProperty('resolved');
    const list = await app.request(guest, 'GET', `${record}/discussions`);
    expect(list.body).toEqual([
      { id: alone.discussion_id, individual_note: true, notes: [alone] },
      { ...body, notes: [...body.notes, reply] },
    ]);
    const at = `${record}/discussions/${body.id}/notes/${reply.id}`;
    expect((await app.request(owner, 'PUT', at, { body: 'Well.' })).body.body).toBe('Well.');
    expect((await app.request(owner, 'DELETE', at)).status).toBe(204);
    expect((await app.request(guest, 'GET', at)).status).toBe(404);
    expect((await app.request(guest, 'GET', `${record}/discussions/${body.id}`)).body.notes).toHaveLength(1);
  });

  it('have no positions, and no resolution', async () => {
    const { status, body } = await post(guest, '/discussions', { body: 'x', position: { position_type: 'text' } });
    expect([status, body]).toEqual([400, { error: 'position is not supported' }]);
    const { id, notes } = (await post(guest, '/discussions', { body: 'x' })).body;
    const at = `${record}/discussions/${id}`;
    expect((await app.request(owner, 'PUT', at, { resolved: true })).status).toBe(404);
    expect((await app.request(owner, 'PUT', `${at}/notes/${notes[0].id}`, { resolved: true })).status).toBe(400);
  });
});
