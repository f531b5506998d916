import type { UserId } from '@hearth/contract-kit';
import { firstCommitErrors, firstCommitOf } from './first-commit.rules.js';

const ADA = { userId: 1 as UserId, name: 'Ada', email: 'ada@example.com' };
const NOW = new Date('2018-01-15T10:07:21Z');

function readme(description?: string | null, name: { name?: string; path?: string } = { name: 'My Project' }): string {
  return firstCommitOf({ ...name, settings: { description } }, ADA, NOW).readme;
}

describe('the first commit of a project', () => {
  it('has a README with name and description', () => {
    expect(readme()).toBe('# My Project\n');
    expect([readme(null), readme('  ')]).toEqual(['# My Project\n', '# My Project\n']);
    expect(readme('What it is for.\n')).toBe('# My Project\n\nWhat it is for.\n');
    expect(readme(null, { path: 'my-project' })).toBe('# my-project\n');
  });

  it('is by the creator, at the time of the creation', () => {
    expect(firstCommitOf({ name: 'x', settings: {} }, ADA, NOW)).toMatchObject({
      author: ADA,
      committedAt: '2018-01-15T10:07:21.000Z',
    });
  });

  it('is not possible for imported repositories', () => {
    const commit = firstCommitOf({ name: 'x', settings: {} }, ADA, NOW);
    expect(firstCommitErrors(commit, 'https://example.com/a.git')).toHaveProperty('initialize_with_readme');
    expect([firstCommitErrors(undefined, 'https://example.com/a.git'), firstCommitErrors(commit, undefined)]).toEqual([
      {},
      {},
    ]);
  });
});
