import { OwnAddress } from './public-url.js';

describe('the address of git over SSH', () => {
  it.each([
    [{ HEARTH_URL: 'https://code.example', HEARTH_SSH_PUBLIC_PORT: '22' }, 'git@code.example:'],
    [{ HEARTH_SSH_PUBLIC_HOST: 'ssh.example', HEARTH_SSH_PUBLIC_PORT: '2222' }, 'ssh://git@ssh.example:2222/'],
    [{ HEARTH_SSH_PUBLIC_PORT: '22' }, undefined],
    [{ HEARTH_URL: 'https://code.example' }, undefined],
  ])('begins, with %j, with %s', (environment, prefix) => {
    expect(OwnAddress.fromEnvironment(environment).sshPrefix).toBe(prefix);
  });
});
