import { usernameFailure } from './username.rules.js';

const FORMAT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

describe('usernameFailure', () => {
  it.each(['jane', 'J', '_', '.hidden', 'a.b-c_d', '42', 'trailing-', 'git', 'x.gitx', 'a'.repeat(255)])(
    'accepts %s',
    (username) => expect(usernameFailure(username)).toBeUndefined(),
  );

  it.each(['-jane', 'jane.', '.', 'jane.git', 'jane.GIT', 'jane.Atom', 'ja ne', 'jané', 'a/b', 'jane\n', '@jane'])(
    'refuses the form of %j',
    (username) => expect(usernameFailure(username)).toBe(FORMAT),
  );

  it.each(['admin', 'API', 'Robots.txt', 'u', '.well-known', 'snippets'])('keeps %s for itself', (username) => {
    expect(usernameFailure(username)).toBe(`${username} is a reserved name`);
  });

  it('asks for one, and not for more than 255 characters', () => {
    expect(usernameFailure('')).toBe("can't be blank");
    expect(usernameFailure('a'.repeat(256))).toBe('is too long (maximum is 255 characters)');
  });
});
