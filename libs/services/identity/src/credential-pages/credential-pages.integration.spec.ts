import { AccessLevel } from '@hearth/contract-kit';
import { PageBrowser } from '@hearth/testing';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

const { developer, master, owner } = AccessLevel;

describe.each(['project', 'group'] as const)('the pages of the tokens of a %s', (kind) => {
  const app = IdentityApp.inBlock();
  const browser = new PageBrowser(app);
  let jane: UserRecord;
  let max: UserRecord;
  let dan: UserRecord;
  let stranger: UserRecord;

  beforeAll(async () => {
    const [a, b, c, d] = ['jane', 'max', 'dan', 'stranger'].map((name) => app.get(CreateUser).execute(newUser(name)));
    [jane, max, dan, stranger] = [await a!, await b!, await c!, await d!];
  }, 30_000);

  function source() {
    const members = { [jane.id]: kind === 'project' ? master : owner, [max.id]: master, [dan.id]: developer };
    return kind === 'project' ? app.projects.addProject(members) : app.projects.addGroup(members);
  }
  const send = (page: string, form: string, fields = {}) => browser.send(principalOf(jane), page, form, fields);
  const visit = async (page: string) => (await browser.visit(principalOf(jane), page)).text;
  const listOf = async (id: number, list: string) =>
    (await app.request(principalOf(jane), 'GET', `/${kind}s/${id}/${list}`)).body;
  const statuses = (page: string) =>
    Promise.all(
      [jane, max, dan, stranger, null].map(async (who) => (await browser.visit(who && principalOf(who), page)).status),
    );

  it('create an access token, show it once and revoke it', async () => {
    const { id } = source();
    const page = `/-/${kind}/${id}/settings/access_tokens`;
    const refused = await send(page, page, { name: '<b>', access_level: '30' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/#scopes[^]*value="&lt;b&gt;"/)]);
    const fields = { name: 'deploy', 'scopes[]': 'read_repository', access_level: '30', expires_at: '' };
    const made = await send(page, page, fields);
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(/access_tokens\/created$/)]);
    const text = await visit(`${page}/created`);
    const [, value = ''] = /id="token">([^<]+)</.exec(text) ?? [];
    expect(text).toContain(`PRIVATE-TOKEN: ${value}`);
    const [token] = await listOf(id, 'access_tokens');
    expect(token).toMatchObject({ name: 'deploy', scopes: ['read_repository'], access_level: 30, active: true });
    expect(await visit(page)).toMatch(/deploy<\/strong> <span class="tag">Developer[^]*read_repository/);
    expect(await visit(page)).not.toContain(value);

    const revoke = (more = {}) => send(page, `${page}/${token.id}/revoke`, more);
    expect((await revoke()).text).toContain('Revoke the token “deploy”?');
    expect((await revoke({ confirmed: 'true' })).location).toContain('done=revoked');
    expect(await listOf(id, 'access_tokens?state=active')).toEqual([]);
    expect((await send(page, `${page.replace(String(id), String(source().id))}/${token.id}/revoke`)).status).toBe(404);
  });

  it('create a deploy token, show it once and revoke it', async () => {
    const { id } = source();
    const page = `/-/${kind}/${id}/deploy_tokens`;
    const fields = { name: 'server', username: 'reader', 'scopes[]': 'read_repository', expires_at: '2030-01-02' };
    const refused = await send(page, page, { ...fields, username: 'no name' });
    expect([refused.status, refused.text]).toEqual([422, expect.stringMatching(/#username[^]*value="2030-01-02"/)]);
    expect((await send(page, page, fields)).location).toMatch(/deploy_tokens\/created$/);
    expect(await visit(`${page}/created`)).toMatch(/git clone http:\/\/reader:gldt-[^@]+@/);
    const [token] = await listOf(id, 'deploy_tokens');
    expect(token).toMatchObject({ name: 'server', username: 'reader', expires_at: '2030-01-02T00:00:00.000Z' });
    expect(await visit(page)).toMatch(/server<\/strong>[^]*<code>reader<\/code>[^]*2030-01-02/);
    const revoke = (more = {}) => send(page, `${page}/${token.id}/revoke`, more);
    expect((await revoke()).text).toContain('Revoke the token “server”?');
    expect((await revoke({ confirmed: 'true' })).location).toContain('done=revoked');
    expect(await listOf(id, 'deploy_tokens')).toEqual([]);
    expect((await send(page, page, { ...fields, username: '', expires_at: '' })).status).toBe(303);
    expect((await revoke()).status).toBe(404);
  });

  it('are open to those who manage them, and take forms with a token only', async () => {
    const { id } = source();
    const [access, deploy] = [`/-/${kind}/${id}/settings/access_tokens`, `/-/${kind}/${id}/deploy_tokens`];
    expect(await statuses(access)).toEqual([200, kind === 'project' ? 200 : 403, 403, 404, 303]);
    expect(await statuses(deploy)).toEqual([200, 200, 403, 404, 303]);
    const maintained = (await browser.visit(principalOf(max), deploy)).text;
    expect(maintained.includes('New deploy token')).toBe(kind === 'project');
    for (const form of [access, `${access}/1/revoke`, deploy, `${deploy}/1/revoke`]) {
      const fields = { name: 'x', 'scopes[]': 'read_repository', confirmed: 'true' };
      expect([form, (await browser.post(principalOf(jane), form, fields)).status]).toEqual([form, 403]);
      expect([form, (await browser.post(principalOf(dan), form, fields)).status]).toEqual([form, 403]);
    }
  });
});
