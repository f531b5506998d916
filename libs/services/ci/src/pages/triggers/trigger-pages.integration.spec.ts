import { PageBrowser } from '@hearth/testing';
import { CiApp } from '../../testing/ci-app.js';

describe('the page of triggers', () => {
  const app = CiApp.inBlock();
  const browser = new PageBrowser(app);

  it('lists, adds and revokes triggers, and shows a token to its owner only', async () => {
    const project = app.others.addProject();
    const [master, other, developer, stranger] = [
      ...[40, 40, 30].map((level, index) => app.user(60 + index, project, level as 40 | 30)),
      app.user(69),
    ] as const;
    const { id } = project.card;
    const page = `/-/project/${id}/triggers`;
    const triggers = async () => (await app.request(master!, 'GET', `/projects/${id}/triggers`)).body;

    const made = await browser.send(master!, page, page, { description: 'nightly <b>' });
    expect([made.status, made.location]).toEqual([303, expect.stringMatching(/\/-\/triggers\?done=created$/)]);
    const [{ id: trigger, token }] = await triggers();
    expect((await browser.visit(master!, page)).text).toMatch(new RegExp(`nightly &lt;b&gt;[^]*${token}`));
    const foreign = (await browser.visit(other!, page)).text;
    expect([foreign.includes(token), foreign.includes(`${token.slice(0, 4)}…`)]).toEqual([false, true]);

    expect((await browser.send(other!, page, `${page}/${trigger}/take_ownership`)).location).toContain('done=taken');
    expect((await browser.visit(other!, page)).text).toContain(token);
    for (const form of [page, `${page}/${trigger}/take_ownership`, `${page}/${trigger}/delete`]) {
      const fields = { description: 'x', confirmed: 'true' };
      expect([form, (await browser.post(master!, form, fields)).status]).toEqual([form, 403]);
      expect([form, (await browser.post(developer!, form, fields)).status]).toEqual([form, 403]);
    }
    const statusOf = async (who: typeof stranger | null) => (await browser.visit(who!, page)).status;
    expect([await statusOf(developer), await statusOf(stranger), await statusOf(null)]).toEqual([403, 404, 303]);

    const revoke = (fields = {}) => browser.send(master!, page, `${page}/${trigger}/delete`, fields);
    expect((await revoke()).text).toContain('Revoke “nightly &lt;b&gt;”?');
    expect((await revoke({ confirmed: 'true' })).location).toContain('done=revoked');
    expect(await triggers()).toEqual([]);
    expect((await revoke()).status).toBe(404);
  });
});
