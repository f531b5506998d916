import { sshPrefixOf } from './ssh-prefix.js';

const BASE = 'https://code.example:8443/hearth';

describe('the URL of git over SSH', () => {
  it.each([
    [{ port: 2222 }, 'ssh://git@code.example:2222/'],
    [{ port: 22 }, 'git@code.example:'],
    [{ port: 2222, publicPort: 22 }, 'git@code.example:'],
    [{ port: 2222, publicHost: 'ssh.example', publicPort: 443 }, 'ssh://git@ssh.example:443/'],
  ])('begins, with %j, with %s', (settings, prefix) => {
    expect(sshPrefixOf({ publicHost: undefined, publicPort: undefined, ...settings }, BASE)).toBe(prefix);
  });

  it('is none without SSH', () => {
    expect(sshPrefixOf(undefined, BASE)).toBeUndefined();
  });
});
