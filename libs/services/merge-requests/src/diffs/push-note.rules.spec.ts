import type { CommitCard } from '@hearth/repository-contracts';
import { pushNote, unfinished } from './push-note.rules.js';

const by = { name: 'Ada', email: 'ada@example.com', seconds: 0, offsetMinutes: 0 };
const commit = (id: string, message: string): CommitCard => ({
  ...{ id: id.repeat(40), parents: [], author: by, committer: by },
  message,
});
const place = { before: 'a'.repeat(40), targetBranch: 'main', url: '/group/project/merge_requests/1/diffs' };

describe('the note about pushes', () => {
  it('names each commit, the oldest first, and where both versions are compared', () => {
    const commits = [commit('b', 'One\n\nMore'), commit('c', 'Two')];
    expect(pushNote({ commits, total: 2, known: null }, place)).toBe(
      'added 2 commits\n\n* bbbbbbbb - One\n* cccccccc - Two\n\n' +
        '[Compare with previous version](/group/project/merge_requests/1/diffs)',
    );
  });

  it('has one line for the commits of the target', () => {
    const known = { count: 1, newest: 'd'.repeat(40) };
    expect(pushNote({ commits: [], total: 1, known }, { ...place, url: null })).toBe(
      'added 1 commit\n\n* dddddddd - 1 commit from branch `main`',
    );
    const pushed = { commits: [commit('b', 'One')], total: 4, known: { ...known, count: 3 } };
    expect(pushNote(pushed, { ...place, url: null })).toBe(
      'added 4 commits\n\n* aaaaaaaa..dddddddd - 3 commits from branch `main`\n* bbbbbbbb - One',
    );
  });

  it.each([
    ['fixup! One', true],
    ['squash! One', true],
    ['WIP: One', true],
    ['[WIP] One', true],
    ['One\n\nWIP: more', false],
    ['Fix fixup!', false],
  ])('marks work in progress for %j: %s', (message, is) => {
    const commits = [commit('b', 'One'), commit('c', message)];
    expect(unfinished({ commits, total: 2, known: null }) === commits[1]).toBe(is);
  });
});
