import { mailSettings } from './mail-settings.js';

const SERVER = { SMTP_URL: 'smtps://user:secret@mail.example.org', HEARTH_URL: 'https://git.example.org' };

describe('settings of mail', () => {
  it('are none without a server', () => {
    expect(mailSettings({ HEARTH_URL: SERVER.HEARTH_URL })).toBeUndefined();
  });

  it('name the server, the sender and the base of links', () => {
    const known = { smtpUrl: SERVER.SMTP_URL, baseUrl: SERVER.HEARTH_URL };
    expect(mailSettings(SERVER)).toEqual({ ...known, from: 'Hearth <hearth@git.example.org>' });
    const from = 'Code <code@example.org>';
    expect(mailSettings({ ...SERVER, HEARTH_MAIL_FROM: from })).toEqual({ ...known, from });
  });

  it.each([
    [{ SMTP_URL: SERVER.SMTP_URL }, /^HEARTH_URL is not set/],
    [{ ...SERVER, SMTP_URL: 'http://mail.example.org' }, /^SMTP_URL has an unusable value/],
    [{ ...SERVER, HEARTH_MAIL_FROM: 'somebody' }, /^HEARTH_MAIL_FROM has an unusable value/],
  ])('refuse %j', (environment, message) => {
    expect(() => mailSettings(environment)).toThrow(message);
  });
});
