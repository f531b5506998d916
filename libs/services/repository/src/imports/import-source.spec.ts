import { remoteOf } from './import-source.js';

describe('remoteOf', () => {
  it('keeps credentials out of the URL', async () => {
    const remote = await remoteOf('http://me%40example.com:p%3Aw@127.0.0.1:8080/a/b.git', true);
    const authorization = `Basic ${Buffer.from('me@example.com:p:w').toString('base64')}`;
    expect(remote).toEqual({ url: 'http://127.0.0.1:8080/a/b.git', authorization, resolve: null });
  });

  it('names the address that was looked at', async () => {
    const remote = await remoteOf('https://localhost/a.git', true);
    expect(remote.url).toBe('https://localhost/a.git');
    expect(remote.authorization).toBeNull();
    expect(remote.resolve).toMatch(/^localhost:443:(127\.0\.0\.1|::1)$/);
    expect((await remoteOf('git://localhost:9999/a.git', true)).url).toMatch(
      /^git:\/\/(127\.0\.0\.1|\[::1\]):9999\/a\.git$/,
    );
  });

  it('refuses what is private, also behind a name', async () => {
    await expect(remoteOf('http://10.1.2.3/a.git', false)).rejects.toThrow('Imports are not allowed from that URL.');
    await expect(remoteOf('http://localhost/a.git', false)).rejects.toThrow('Imports are not allowed from that URL.');
    await expect(remoteOf('ssh://git@example.com/a.git', true)).rejects.toThrow('not allowed');
  });

  it('says which host is unknown', async () => {
    await expect(remoteOf('http://no-such-host.invalid/a.git', false)).rejects.toThrow(
      'The host no-such-host.invalid could not be found.',
    );
  });
});
