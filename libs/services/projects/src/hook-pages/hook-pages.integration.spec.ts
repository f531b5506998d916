import { PageBrowser } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

const URL = 'https://hooks.example.com/in';

describe('the pages of webhooks', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, master, developer, stranger] = [user(1), user(2), user(3), user(4)];
  let seed: Seed;
  let made = 0;

  beforeAll(async () => {
    for (const person of [owner, master, developer, stranger]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function newTree() {
    const group = await seed.group(`group-${++made}`, 'private');
    await seed.namespaceMember(group, owner.userId, 50);
    const project = await seed.project(group, 'app', 'private', owner.userId);
    await seed.projectMember(project, master.userId, 40);
    await seed.projectMember(project, developer.userId, 30);
    return { group, project };
  }

  it.each(['project', 'group'] as const)('create, change and delete a webhook of a %s', async (kind) => {
    const { [kind]: id } = await newTree();
    const page = `/-/${kind}/${id}/hooks`;
    const hooks = async () => (await app.request(owner, 'GET', `/${kind}s/${id}/hooks`)).body;
    const create = (fields: Record<string, string>) => browser.send(owner, page, page, fields);
    const refused = await create({ url: 'http://127.0.0.1/x', name: 'kept <b>', token: 'secret' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/Invalid url given[^]*kept &lt;b/)]);
    expect(refused.text).not.toContain('value="secret"');
    const created = await create({
      url: URL,
      name: 'Chat',
      token: 'secret',
      push_events: 'false',
      note_events: 'true',
    });
    expect([created.status, created.location]).toEqual([303, expect.stringMatching(/\/-\/hooks\/\d+\?done=created$/)]);
    const [hook] = await hooks();
    expect(hook).toMatchObject({ name: 'Chat', push_events: false, note_events: true, token_present: true });
    expect((await browser.visit(owner, page)).text).toMatch(/Chat[^]*note events/);
    const one = `${page}/${hook.id}`;
    const kept = await browser.send(owner, one, one, { url: URL, name: 'Talk', push_events: 'true', token: '' });
    expect(kept.location).toContain('done=saved');
    expect((await hooks())[0]).toMatchObject({ name: 'Talk', push_events: true, token_present: true });
    await browser.send(owner, one, one, { url: URL, remove_token: 'true' });
    expect((await hooks())[0]).toMatchObject({ token_present: false });
    expect((await browser.send(owner, one, `${one}/delete`)).text).toContain('Delete the webhook?');
    expect((await browser.send(owner, one, `${one}/delete`, { confirmed: 'true' })).location).toContain('done=deleted');
    expect(await hooks()).toEqual([]);
    expect((await browser.visit(owner, one)).status).toBe(404);
  });

  it('show deliveries without the password of the address, and send one again', async () => {
    const { project } = await newTree();
    const page = `/-/project/${project}/hooks`;
    const { body } = await app.request(owner, 'POST', `/projects/${project}/hooks`, {
      url: 'https://jane:s3cret@hooks.example.com/in',
    });
    const one = `${page}/${body.id}`;
    await app.testDatabase.query(
      `insert into projects.hook_deliveries (hook_id, project_id, event_uuid, trigger, subject, state, attempts, finished_at,
         request_headers, request_body, response_status, response_headers, response_body, seconds)
       values ($1, $2, gen_random_uuid(), 'push_events', '{}', 'delivered', 1, now(), '{"X-Gitlab-Event": "Push Hook"}', '{"ref": "<b>"}', 500, '{}', 'broken <i>', 0.5)`,
      [body.id, project],
    );
    const { text } = await browser.visit(master, one);
    expect(text).toMatch(/push events[^]*500[^]*X-Gitlab-Event: Push Hook[^]*&lt;b&gt;[^]*broken &lt;i&gt;/);
    expect((await browser.visit(master, page)).text).not.toContain('s3cret');
    const [, resend] = /action="[^"]*(\/events\/\d+\/resend)"/.exec(text)!;
    const sent = await browser.send(master, one, `${one}${resend}`);
    expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('done=queued')]);
    const tested = await browser.send(master, one, `${one}/test`, { trigger: 'push_events' });
    expect([tested.status, tested.text]).toEqual([422, expect.stringContaining('at least one commit')]);
  });

  it('are open to those who manage webhooks, and take forms with a token only', async () => {
    const { project, group } = await newTree();
    const statuses = async (who: Principal | null) => [
      (await browser.visit(who, `/-/project/${project}/hooks`)).status,
      (await browser.visit(who, `/-/group/${group}/hooks`)).status,
    ];
    expect(await statuses(owner)).toEqual([200, 200]);
    expect(await statuses(master)).toEqual([200, 403]);
    expect(await statuses(developer)).toEqual([403, 403]);
    expect(await statuses(stranger)).toEqual([404, 404]);
    expect(await statuses(null)).toEqual([303, 303]);
    const { body } = await app.request(owner, 'POST', `/projects/${project}/hooks`, { url: URL });
    const one = `/-/project/${project}/hooks/${body.id}`;
    for (const form of [`/-/project/${project}/hooks`, one, `${one}/delete`, `${one}/test`, `${one}/events/1/resend`]) {
      const fields = { url: URL, confirmed: 'true', trigger: 'push_events' };
      const by = async (who: Principal) =>
        (await browser.send(who, `/-/project/${project}/project_members`, form, fields)).status;
      expect([form, await by(developer), await by(stranger)]).toEqual([form, 403, 404]);
      expect([form, (await browser.post(owner, form, fields)).status]).toEqual([form, 403]);
    }
  });
});
