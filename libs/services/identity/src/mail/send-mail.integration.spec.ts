import { MailServer } from '@hearth/testing';
import type { UserId } from '@hearth/contract-kit';
import { EmailFacts } from '../emails/email.facts.js';
import { EmailsStore } from '../emails/emails.store.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import { SendMail } from './send-mail.js';
import { makeMailer } from '../testing/mailer.js';

describe('mails about records', () => {
  const app = IdentityApp.inBlock();
  const server = new MailServer();
  let sendMail: SendMail;
  let number = 0;

  beforeAll(async () => {
    await server.start();
    const mailer = makeMailer({
      smtpUrl: server.url,
      from: 'Hearth <hearth@example.org>',
      baseUrl: 'https://git.example.org',
    });
    sendMail = new SendMail(app.database, app.get(EmailsStore), mailer);
  });
  afterAll(() => server.stop());

  const createReader = (given = {}) =>
    app.get(CreateUser).execute(newUser(`reader-${++number}`, { confirmed: true, ...given }));
  const mail = {
    ...{ wanted: null, sender: 'Ada\r\nBcc: eve@example.org', subject: 'Re: p | One (#1)', text: 'Hello' },
    ...{ messageId: '<b@git.example.org>', inReplyTo: '<a@git.example.org>', headers: { 'X-GitLab-Project': 'p' } },
  };
  const send = (id: number, given = {}) => sendMail.execute({ userId: id as UserId, ...mail, ...given });

  it('go to the main address with the headers of their thread, in the name of the actor', async () => {
    const { id, email } = await createReader();
    expect(await send(id)).toBe(true);
    const { to, message } = server.mails.at(-1)!;
    expect(to).toEqual([email]);
    for (const line of [
      /^From: .*Ada.*<hearth@example.org>$/m,
      /^Message-ID: <b@git.example.org>$/m,
      /^In-Reply-To: <a@git.example.org>$/m,
      /^References: <a@git.example.org>$/m,
      /^X-GitLab-Project: p$/im,
    ])
      expect(message).toMatch(line);
    expect(message).not.toMatch(/^Bcc:/m);
  });

  it('carry their HTML beside the text', async () => {
    const { id } = await createReader();
    await send(id, { text: 'Hello\n.dots', html: '<!doctype html><p>Hello</p>' });
    const { message } = server.mails.at(-1)!;
    expect(message).toMatch(/^\.dots$/m);
    expect(message).toMatch(/^Content-Type: multipart\/alternative;/m);
    expect(message.match(/^Content-Type: text\/\w+/gm)).toEqual([
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ]);
  });

  it('go to the chosen address while it is a confirmed one of the user', async () => {
    const { id, email } = await createReader();
    const insert = `insert into identity.user_emails (user_id, email, confirmed_at, created_at) values ($1, $2, $3, now())`;
    await app.testDatabase.query(insert, [id, 'List@example.org', new Date()]);
    await app.testDatabase.query(insert, [id, 'unconfirmed@example.org', null]);
    for (const [wanted, to] of [
      ['list@example.org', 'List@example.org'],
      ['unconfirmed@example.org', email],
      ['foreign@example.org', email],
    ]) {
      await send(id, { wanted });
      expect(server.mails.at(-1)!.to).toEqual([to]);
    }
  });

  it('find the user of a confirmed address', async () => {
    const [{ id, email }, waiting] = [await createReader(), await createReader({ confirmed: false })];
    const insert = `insert into identity.user_emails (user_id, email, confirmed_at, created_at) values ($1, $2, $3, now())`;
    await app.testDatabase.query(insert, [id, 'Work@example.org', new Date()]);
    await app.testDatabase.query(insert, [id, 'later@example.org', null]);
    const userOf = (address: string) => app.get(EmailFacts).userOf(address);
    const found = await Promise.all(
      [email.toUpperCase(), 'work@example.org', 'later@example.org', waiting.email, 'foreign@example.org'].map(userOf),
    );
    expect(found.map(({ userId }) => userId)).toEqual([id, id, null, null, null]);
    await app.testDatabase.query(`update identity.users set state = 'blocked' where id = $1`, [id]);
    expect(await userOf(email)).toEqual({ userId: null });
  });

  it('are not sent to users who are not active or have no confirmed address, nor without a server', async () => {
    const before = server.mails.length;
    const unconfirmed = await createReader({ confirmed: false });
    const blocked = await createReader();
    await app.testDatabase.query(`update identity.users set state = 'blocked' where id = $1`, [blocked.id]);
    for (const { id } of [unconfirmed, blocked]) expect(await send(id)).toBe(false);
    const { id } = await createReader();
    const silent = new SendMail(app.database, app.get(EmailsStore), makeMailer());
    expect(await silent.execute({ userId: id as UserId, ...mail })).toBe(false);
    expect(server.mails).toHaveLength(before);
  });

  it('fail while the server refuses them for now', async () => {
    const { id } = await createReader();
    server.refuses = true;
    try {
      await expect(send(id)).rejects.toThrow();
    } finally {
      server.refuses = false;
    }
  });
});
