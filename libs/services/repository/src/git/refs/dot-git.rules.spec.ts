import { isDotGit } from './dot-git.rules.js';

describe('isDotGit', () => {
  it.each([
    ...['.git', '.GIT', '.g\u200cit', '\ufeff.git', '.git ', '.git.', '.git . ', '.git::$INDEX_ALLOCATION'],
    ...['git~1', 'GIT~1', 'git~1.', '.git\\config', 'a\\.git\\b'],
  ])('%p', (name) => {
    expect(isDotGit(name)).toBe(true);
  });

  it.each(['git', '.gitignore', '.git-x', 'x.git', 'git~2', '.github', 'a.git '])('not %p', (name) => {
    expect(isDotGit(name)).toBe(false);
  });
});
