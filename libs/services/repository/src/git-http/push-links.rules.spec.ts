import type { ProposedPush } from '../git/transport/push-checks.js';
import type { PushRights } from '../protection/push.rules.js';
import { linkLines, branchesToLink } from './push-links.rules.js';

const main = { defaultBranch: 'main', empty: false } as Pick<PushRights, 'defaultBranch' | 'empty'>;

function push(refs: readonly string[], options: readonly string[] = []): ProposedPush {
  const updates = refs.map((ref) => ({ ref, from: null, to: ref === 'refs/heads/gone' ? null : 'a'.repeat(40) }));
  return { updates, options } as unknown as ProposedPush;
}

describe('branches with an address', () => {
  it.each<[string, ProposedPush, string[]]>([
    ['a branch', push(['refs/heads/topic/a']), ['refs/heads/topic/a']],
    ['the default branch', push(['refs/heads/main']), []],
    ['a tag', push(['refs/tags/v1']), []],
    ['a deleted branch', push(['refs/heads/gone']), []],
    ['four branches', push(['a', 'b', 'c', 'd'].map((name) => `refs/heads/${name}`)), []],
    ['a push that opens its merge request', push(['refs/heads/topic'], ['merge_request.create']), []],
    ['a push with another option', push(['refs/heads/topic'], ['ci.skip']), ['refs/heads/topic']],
  ])('%s', (_, pushed, expected) => {
    expect(branchesToLink(pushed, main).map(({ branch }) => `refs/heads/${branch}`)).toEqual(expected);
  });

  it('are none in an empty repository', () => {
    expect(branchesToLink(push(['refs/heads/topic']), { ...main, empty: true })).toEqual([]);
  });
});

describe('the lines of a push', () => {
  it('lead to the open merge request, or to the form of a new one', () => {
    const lines = linkLines(
      [
        { branch: 'fix', iid: 7 },
        { branch: 'a&b', iid: null },
      ],
      'https://hearth.test/g/p',
    );
    const form = 'https://hearth.test/g/p/-/merge_requests/new?merge_request%5Bsource_branch%5D=a%26b';
    expect(lines).toEqual([
      ...['', 'View merge request for fix:', '  https://hearth.test/g/p/-/merge_requests/7', ''],
      ...['', 'To create a merge request for a&b, visit:', `  ${form}`, ''],
    ]);
  });
});
