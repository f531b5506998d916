import { PageBrowser } from '@hearth/testing';
import { user } from '../testing/people.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('notification settings', () => {
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const stranger = user(2, { username: 'bob' });
  let project: number;
  let group: number;

  beforeAll(async () => {
    const namespace = await app.claim(ada);
    const seed = new Seed(app.testDatabase);
    project = await seed.project(namespace, 'tool', 'private');
    group = await seed.group('team');
    await seed.namespaceMember(group, ada.userId, 10);
    app.get(FakeIdentity).addresses.set(1, ['ada@example.com', 'list@example.com']);
  });

  it('begin as mails about what the user takes part in, to the main address', async () => {
    expect((await app.request(ada, 'GET', '/notification_settings')).body).toEqual({
      level: 'participating',
      notification_email: 'ada@example.com',
    });
    for (const at of [`/projects/${project}`, `/groups/${group}`])
      expect((await app.request(ada, 'GET', `${at}/notification_settings`)).body).toEqual({ level: 'global' });
  });

  it('change field by field', async () => {
    const at = `/projects/${project}/notification_settings`;
    const { status, body } = await app.request(ada, 'PUT', at, {
      level: 'custom',
      new_note: true,
      fixed_pipeline: false,
    });
    expect([status, body.level]).toEqual([200, 'custom']);
    const chosen = ({ events }: { events: object }) =>
      Object.entries(events).flatMap(([name, on]) => (on ? [name] : []));
    expect(chosen(body)).toEqual(['new_note', 'failed_pipeline']);
    expect((await app.request(ada, 'PUT', at, { level: 'watch' })).body).toEqual({ level: 'watch' });
    expect(chosen((await app.request(ada, 'PUT', at, { level: 'custom', new_issue: true })).body)).toEqual([
      'new_note',
      'new_issue',
      'failed_pipeline',
    ]);
    const ofGroup = `/groups/${group}/notification_settings`;
    expect((await app.request(ada, 'PUT', ofGroup, { level: 'mention' })).body).toEqual({ level: 'mention' });
    expect((await app.request(ada, 'GET', ofGroup)).body).toEqual({ level: 'mention' });
  });

  it('name a confirmed address of the user, or the main one', async () => {
    const at = '/notification_settings';
    const put = (email: string) => app.request(ada, 'PUT', at, { notification_email: email });
    expect((await put('list@example.com')).body).toEqual({
      level: 'participating',
      notification_email: 'list@example.com',
    });
    expect(await put('bob@example.com')).toMatchObject({
      status: 400,
      body: { message: { notification_email: ['must be an email you have verified'] } },
    });
    app.get(FakeIdentity).addresses.set(1, ['ada@example.com']);
    expect((await app.request(ada, 'GET', at)).body.notification_email).toBe('ada@example.com');
  });

  it('are refused for unknown levels, unsupported events and hidden projects', async () => {
    const at = `/projects/${project}/notification_settings`;
    for (const body of [{ level: 'loud' }, { issue_due: true }])
      expect((await app.request(ada, 'PUT', at, body)).status).toBe(400);
    for (const hidden of [at, `/groups/${group}/notification_settings`])
      expect((await app.request(stranger, 'GET', hidden)).status).toBe(404);
    for (const path of [at, '/notification_settings']) expect((await app.request(null, 'GET', path)).status).toBe(401);
  });

  it('are shown and changed on a page', async () => {
    const at = '/-/profile/notifications';
    const browser = new PageBrowser(app);
    const post = (to: string, fields: Record<string, string>) => browser.send(ada, at, to, fields);
    expect((await post(at, { level: 'mention', digest: 'day', notification_email: 'ada@example.com' })).status).toBe(
      303,
    );
    expect((await post(`${at}/sources`, { path: 'ada/tool', source_level: 'watch' })).status).toBe(303);
    expect((await post(`${at}/sources`, { path: 'team', source_level: 'disabled' })).status).toBe(303);
    const { body } = await app.fetch(ada, at);
    const selected = [...body.toString().matchAll(/<option value="(\w+)" selected>/g)].map(([, level]) => level);
    expect(selected).toEqual(['mention', 'day', 'disabled', 'watch']);
    const unknown = await post(`${at}/sources`, { path: 'ada/none', source_level: 'watch' });
    expect(unknown).toMatchObject({ status: 422, text: expect.stringContaining('no project or group with this path') });
    const foreign = await post(at, { level: 'watch', notification_email: 'bob@example.com' });
    expect(foreign).toMatchObject({ status: 422, text: expect.stringContaining('Address must be an email') });
    await app.testDatabase.query('delete from namespace_members where namespace_id = $1', [group]);
    expect((await app.fetch(ada, at)).body.toString()).not.toContain('value="team"');
  });
});
