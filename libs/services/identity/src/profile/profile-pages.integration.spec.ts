import { NamespaceTakenBefore } from '@hearth/projects-contracts';
import { PIXEL } from '@hearth/testing';
import { SendConfirmationJob } from '../jobs.js';
import { FinishUserRename } from '../renaming/finish.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import { UserFacts } from '../users/user.facts.js';
import type { UserRecord } from '../users/user.entity.js';
import { makeMailer } from '../testing/mailer.js';

const PROFILE = '/-/profile';
const ACCOUNT = '/-/profile/account';
const EMAILS = '/-/profile/emails';
const MAIN = `${EMAILS}/main`;
const FIELDS = { bio: '', location: '', organization: '', website_url: '', twitter: '', linkedin: '', skype: '' };

let people = 0;

async function signedIn(app: IdentityApp, given = {}): Promise<[UserRecord, Browser]> {
  const user = await app.get(CreateUser).execute(newUser(`jane${++people}`, { confirmed: true, ...given }));
  const browser = new Browser(app);
  await browser.signIn(user.username, PASSWORD);
  await browser.get(PROFILE);
  return [user, browser];
}

describe('the pages of who one is', () => {
  const app = IdentityApp.inBlock();
  let user: UserRecord;
  let browser: Browser;
  beforeEach(async () => {
    [user, browser] = await signedIn(app);
  });
  const now = () => app.get(UserFacts).one(user.id);

  describe('take a picture', () => {
    const path = (name: string) => `/uploads/-/system/user/avatar/${user.id}/${name}`;
    const send = (name: string, content: Buffer, given = {}) =>
      browser.upload(PROFILE, { ...FIELDS, name: user.name, ...given }, { field: 'avatar', name, content });

    it('that others see, keep it when the next form has none, and remove it', async () => {
      const content = PIXEL;
      expect(await send('my face.png', content)).toMatchObject({ status: 303, location: `${PROFILE}?done=saved` });
      expect((await app.fetch(null, path('my_face.png'))).body).toEqual(content);
      expect((await browser.get(PROFILE)).text).toContain(`<img src="${path('my_face.png')}"`);
      expect(await send('', Buffer.alloc(0), { bio: 'Writes' })).toMatchObject({ status: 303 });
      await browser.post(PROFILE, { ...FIELDS, name: user.name, avatar: '' });
      expect(await now()).toMatchObject({ avatarFile: 'my_face.png' });
      await browser.get(PROFILE);
      expect((await browser.post(`${PROFILE}/avatar/delete`)).text).toContain('Remove your picture?');
      expect(await browser.post(`${PROFILE}/avatar/delete`, { confirmed: 'true' })).toMatchObject({ status: 303 });
      expect((await app.fetch(null, path('my_face.png'))).status).toBe(404);
      const { text } = await browser.get(PROFILE);
      expect([text.includes('<img'), text.includes('Remove picture')]).toEqual([false, false]);
    });

    it.each([
      ['a.svg', 60, 'Picture only images allowed'],
      ['a.png', 204_801, 'Picture is too big (should be at most 200 KB)'],
    ])('but not %s of %d bytes, and keep what else was written', async (name, bytes, text) => {
      const refused = await send(name, Buffer.alloc(bytes, 7), { bio: 'Writes <code>' });
      expect([refused.status, refused.text.includes(text)]).toEqual([422, true]);
      expect(refused.text).toContain('>Writes &lt;code&gt;</textarea>');
      expect(await now()).toMatchObject({ avatarFile: null, bio: null });
    });
  });

  describe('change the username', () => {
    const change = (username: string, password = PASSWORD) =>
      browser.post(ACCOUNT, { username, current_password: password });

    it('for the password, and move the namespace as a user may', async () => {
      expect((await browser.get(ACCOUNT)).text).toContain(`value="${user.username}"`);
      const next = `${user.username}-next`;
      const wrong = await change(next, 'wrong');
      expect([wrong.status, wrong.text.includes('Current password is wrong')]).toEqual([422, true]);
      expect(app.projects.pathOf(user.id)).toBe(user.username);
      expect(await change(next)).toMatchObject({ status: 303, location: `${ACCOUNT}?done=saved` });
      expect(app.projects.renames.at(-1)).toEqual({ userId: user.id, username: next, byAdmin: false });
      expect(app.projects.pathOf(user.id)).toBe(next);
      // The session continues, and sign-ins need the new name.
      expect(await browser.principal()).toMatchObject({ username: next });
      expect((await new Browser(app).signIn(next, PASSWORD)).status).toBe(303);
      expect((await new Browser(app).signIn(user.username, PASSWORD)).status).not.toBe(303);
    });

    it('but not to what is taken, reserved or no name', async () => {
      const [other] = await signedIn(app);
      for (const [username, text] of [
        [other.username, 'Username has already been taken'],
        ['', 'Username can&#39;t be blank'],
        ['<i>', 'Username can contain only letters'],
        ['admin', 'is a reserved name'],
      ] as const) {
        const refused = await change(username);
        expect([username, refused.status, refused.text.includes(text)]).toEqual([username, 422, true]);
        expect(refused.text).not.toContain('<i>');
      }
      app.projects.behaveOnRename(() => Promise.reject(NamespaceTakenBefore({ path: 'left' })));
      const left = await change('left');
      app.projects.work();
      expect([left.status, left.text.includes('left has been taken before')]).toEqual([422, true]);
      expect(await now()).toMatchObject({ username: user.username, pendingUsername: null });
    });

    it('as the user, also where a job has to finish it', async () => {
      const next = `${user.username}-late`;
      app.projects.behaveOnRename(() => Promise.reject(new Error('away')));
      expect((await change(next)).status).toBe(500);
      expect(app.failures.splice(0)).toHaveLength(1);
      app.projects.work();
      await app.get(FinishUserRename).execute(user.id);
      expect(app.projects.renames.at(-1)).toEqual({ userId: user.id, username: next, byAdmin: false });
      expect(await now()).toMatchObject({ username: next });
    });
  });

  it('let the main address wait for its confirmation, which an admin hands on where no mail is sent', async () => {
    const email = `new-${user.email}`;
    const change = (wanted: string, password = PASSWORD) =>
      browser.post(MAIN, { email: wanted, current_password: password });
    expect((await browser.get(MAIN)).text).toContain('an administrator has to confirm');
    const [other] = await signedIn(app);
    for (const [wanted, password, text] of [
      [email, 'wrong', 'Current password is wrong'],
      ['nothing', 'wrong', 'Current password is wrong'],
      ['nothing', 'wrong', 'E-mail address is invalid'],
      ['nothing', PASSWORD, 'E-mail address is invalid'],
      ['', PASSWORD, 'E-mail address can&#39;t be blank'],
    ] as const) {
      const refused = await change(wanted, password);
      expect([wanted, refused.status, refused.text.includes(text)]).toEqual([wanted, 422, true]);
    }
    // The response does not reveal whether another user has the address.
    expect(await change(other.email)).toMatchObject({ status: 303, location: `${EMAILS}?done=confirm-main` });
    expect(await change(` ${email} `)).toMatchObject({ status: 303, location: `${EMAILS}?done=confirm-main` });
    expect(await now()).toMatchObject({ email: user.email, unconfirmedEmail: email });
    const { text } = await browser.get(EMAILS);
    expect(text).toMatch(new RegExp(`<strong>${user.email}[^]*<strong>${email}</strong> takes its place`));
    expect(text).not.toContain('Send the mail again');
    expect((await browser.post(`${EMAILS}/confirmation`, { email })).status).toBe(404);
    const [, admin] = await signedIn(app, { admin: true });
    await admin.get('/admin/users');
    const shown = await admin.follow(`/admin/users/${user.id}/confirmation_link`, { email });
    const link = new URL(/id="link">([^<]+)</.exec(shown.text)![1]!.replaceAll('&amp;', '&'));
    const visitor = new Browser(app);
    await visitor.get('/users/sign_in');
    expect((await visitor.post(link.pathname, Object.fromEntries(link.searchParams))).status).toBe(200);
    expect(await now()).toMatchObject({ email, unconfirmedEmail: null });
  });

  it('withdraw a main address that waits, whose mail then confirms nothing', async () => {
    const email = `mistyped-${user.email}`;
    await browser.get(MAIN);
    await browser.post(MAIN, { email, current_password: PASSWORD });
    const [, admin] = await signedIn(app, { admin: true });
    await admin.get('/admin/users');
    const shown = await admin.follow(`/admin/users/${user.id}/confirmation_link`, { email });
    const token = /confirmation_token=([\w-]+)/.exec(shown.text)![1]!;
    await browser.get(MAIN);
    const withdrawn = await browser.post(MAIN, { email: user.email, current_password: PASSWORD });
    expect(withdrawn).toMatchObject({ status: 303, location: `${EMAILS}?done=saved` });
    expect(await now()).toMatchObject({ email: user.email, unconfirmedEmail: null });
    const visitor = new Browser(app);
    await visitor.get('/users/sign_in');
    expect((await visitor.post('/users/confirmation', { confirmation_token: token })).status).toBe(404);
  });

  it('make an address that was confirmed beside the main one the main one at once', async () => {
    const email = `beside-${user.email}`;
    const [boss] = await signedIn(app, { admin: true });
    await app.request(principalOf(boss), 'POST', `/users/${user.id}/emails`, { email, skip_confirmation: true });
    await browser.get(MAIN);
    const changed = await browser.post(MAIN, { email, current_password: PASSWORD });
    expect(changed).toMatchObject({ status: 303, location: `${EMAILS}?done=saved` });
    expect((await browser.get(EMAILS)).text).toMatch(new RegExp(`<strong>${email}[^]*<strong>${user.email}`));
  });

  it('refuse forms that no page of theirs has sent', async () => {
    for (const path of [ACCOUNT, MAIN, `${PROFILE}/avatar/delete`, `${EMAILS}/confirmation`]) {
      const forged = await browser.post(path, { authenticity_token: '' });
      expect([path, forged.status]).toEqual([path, 403]);
    }
    const forged = await browser.upload(
      PROFILE,
      { ...FIELDS, name: 'x', authenticity_token: '' },
      { field: 'avatar', name: 'a.png', content: PIXEL },
    );
    expect(forged.status).toBe(403);
    expect(await now()).toMatchObject({ name: user.name, avatarFile: null });
  });
});

describe('where mail is sent, the page of addresses', () => {
  const app = IdentityApp.inBlock(
    makeMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'hearth@example.org', baseUrl: 'https://git.example.org' }),
  );
  const asked = async (email: string) =>
    (
      await app.testDatabase.query<{ data: object }>('select data from identity_jobs.job where name = $1', [
        SendConfirmationJob.name,
      ])
    ).filter(({ data }) => JSON.stringify(data).includes(`"${email}"`)).length;

  it('has the mails sent again to what waits for its confirmation, and to nothing else', async () => {
    const [user, browser] = await signedIn(app);
    const [main, beside] = [`main-${user.email}`, `beside-${user.email}`];
    expect((await browser.get(MAIN)).text).toContain('confirmed it by a mail');
    await browser.post(MAIN, { email: main, current_password: PASSWORD });
    await browser.get(EMAILS);
    await browser.post(EMAILS, { email: beside });
    expect((await browser.get(EMAILS)).text.match(/>Send the mail again</g)).toHaveLength(2);
    for (const email of [main, beside]) {
      expect(await asked(email)).toBe(1);
      const again = await browser.post(`${EMAILS}/confirmation`, { email });
      expect(again).toMatchObject({ status: 303, location: `${EMAILS}?done=sent` });
      expect(await asked(email)).toBe(2);
    }
    const [other] = await signedIn(app, { confirmed: false });
    for (const email of [user.email, other.email, 'nobody@example.com']) {
      const before = await asked(email);
      await browser.get(EMAILS);
      expect([email, (await browser.post(`${EMAILS}/confirmation`, { email })).status]).toEqual([email, 404]);
      expect(await asked(email)).toBe(before);
    }
  });
});
