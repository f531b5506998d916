import { AccessLevel } from '@hearth/contract-kit';
import type { RefName } from '../git/refs/ref-name.js';
import { PUSH_REFUSALS, mayMergeInto, requiresFastForward, refusalOfPush, type PushRights } from './push.rules.js';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const { guest, reporter, developer, master, owner } = AccessLevel;

type Sentence = keyof typeof PUSH_REFUSALS | 'allowed';

const rights = (level: AccessLevel, more: Partial<PushRights> = {}): PushRights => ({
  level,
  collaborationBranches: [],
  empty: false,
  defaultBranch: 'main',
  tagRules: [
    { name: 'v*', createLevel: 40 },
    { name: 'v-open', createLevel: 30 },
    { name: 'sealed', createLevel: 0 },
  ],
  rules: [
    { name: 'main', pushLevel: 40, mergeLevel: 40, allowForcePush: false },
    { name: 'release/*', pushLevel: 30, mergeLevel: 30, allowForcePush: false },
    { name: 'scratch/*', pushLevel: 40, mergeLevel: 40, allowForcePush: true },
    { name: 'frozen', pushLevel: 0, mergeLevel: 40, allowForcePush: false },
  ],
  ...more,
});
const push = (ref: string, from: string | null, to: string | null) => ({ ref: ref as RefName, from, to });
const create = (ref: string) => push(ref, null, A);
const update = (ref: string) => push(ref, A, B);
const remove = (ref: string) => push(ref, A, null);

function sentenceOf(refusal: string | null): Sentence {
  if (refusal === null) return 'allowed';
  return Object.entries(PUSH_REFUSALS).find(([, text]) => text === refusal)![0] as Sentence;
}

describe('a push to a project with branches', () => {
  it.each<[string, ReturnType<typeof push>, Record<'developer' | 'master' | 'owner', Sentence>]>([
    ['makes a branch', create('refs/heads/topic'), { developer: 'allowed', master: 'allowed', owner: 'allowed' }],
    ['moves a branch', update('refs/heads/topic'), { developer: 'allowed', master: 'allowed', owner: 'allowed' }],
    ['deletes a branch', remove('refs/heads/topic'), { developer: 'allowed', master: 'allowed', owner: 'allowed' }],
    [
      'moves the default branch',
      update('refs/heads/main'),
      { developer: 'pushProtectedBranch', master: 'allowed', owner: 'allowed' },
    ],
    [
      'deletes the default branch',
      remove('refs/heads/main'),
      { developer: 'deleteDefaultBranch', master: 'deleteDefaultBranch', owner: 'deleteDefaultBranch' },
    ],
    [
      'moves a branch that developers may push to',
      update('refs/heads/release/1.0'),
      { developer: 'allowed', master: 'allowed', owner: 'allowed' },
    ],
    [
      'makes a branch that a pattern covers',
      create('refs/heads/release/2.0'),
      { developer: 'allowed', master: 'allowed', owner: 'allowed' },
    ],
    [
      'deletes a protected branch',
      remove('refs/heads/release/1.0'),
      {
        developer: 'deleteProtectedBranch',
        master: 'deleteProtectedBranchByGit',
        owner: 'deleteProtectedBranchByGit',
      },
    ],
    [
      'moves a branch that is closed to pushes',
      update('refs/heads/frozen'),
      { developer: 'pushProtectedBranch', master: 'pushProtectedBranch', owner: 'pushProtectedBranch' },
    ],
    [
      'makes a protected tag',
      create('refs/tags/v1'),
      { developer: 'createProtectedTag', master: 'allowed', owner: 'allowed' },
    ],
    [
      'makes a tag that one of two rules opens',
      create('refs/tags/v-open'),
      { developer: 'allowed', master: 'allowed', owner: 'allowed' },
    ],
    [
      'makes a tag that no access level may make',
      create('refs/tags/sealed'),
      { developer: 'createProtectedTag', master: 'createProtectedTag', owner: 'createProtectedTag' },
    ],
    [
      'moves a protected tag',
      update('refs/tags/v1'),
      { developer: 'changeExistingTags', master: 'updateProtectedTag', owner: 'updateProtectedTag' },
    ],
    [
      'deletes a protected tag',
      remove('refs/tags/v1'),
      { developer: 'changeExistingTags', master: 'deleteProtectedTag', owner: 'deleteProtectedTag' },
    ],
    ...[create('refs/notes/x'), update('refs/notes/x'), remove('refs/notes/x')].map(
      (pushed, index): [string, typeof pushed, Record<'developer' | 'master' | 'owner', Sentence>] => [
        `${['makes', 'moves', 'deletes'][index]} notes`,
        pushed,
        { developer: 'allowed', master: 'allowed', owner: 'allowed' },
      ],
    ),
    ['makes a tag', create('refs/tags/1.0'), { developer: 'allowed', master: 'allowed', owner: 'allowed' }],
    ['moves a tag', update('refs/tags/1.0'), { developer: 'changeExistingTags', master: 'allowed', owner: 'allowed' }],
    [
      'deletes a tag',
      remove('refs/tags/1.0'),
      { developer: 'changeExistingTags', master: 'allowed', owner: 'allowed' },
    ],
    ...['refs/merge-requests/1/head', 'refs/keep-around/a', 'refs/remotes/a/b', 'refs/hearth/x'].map(
      (ref): [string, ReturnType<typeof push>, Record<'developer' | 'master' | 'owner', Sentence>] => [
        `makes ${ref}`,
        create(ref),
        { developer: 'reservedRef', master: 'reservedRef', owner: 'reservedRef' },
      ],
    ),
  ])('%s', (_, pushed, expected) => {
    expect({
      developer: sentenceOf(refusalOfPush([pushed], rights(developer))),
      master: sentenceOf(refusalOfPush([pushed], rights(master))),
      owner: sentenceOf(refusalOfPush([pushed], rights(owner))),
    }).toEqual(expected);
  });

  it.each([AccessLevel.none, guest, reporter])('is not for level %s', (level) => {
    expect(refusalOfPush([create('refs/heads/topic')], rights(level))).toBe(PUSH_REFUSALS.pushCode);
  });

  it('is refused as a whole when one ref is', () => {
    const refs = [create('refs/heads/topic'), update('refs/heads/main')];
    expect(refusalOfPush(refs, rights(developer))).toBe(PUSH_REFUSALS.pushProtectedBranch);
  });

  it('names each ref once', () => {
    const refs = [push('refs/heads/topic', A, B), push('refs/heads/topic', B, A)];
    expect(refusalOfPush(refs, rights(owner))).toBe(PUSH_REFUSALS.namedTwice);
  });
});

describe('the first push', () => {
  const empty = { empty: true, rules: [] };

  it.each([
    [developer, 'refs/heads/main', 'pushProtectedBranch'],
    [developer, 'refs/heads/topic', 'pushProtectedBranch'],
    [developer, 'refs/tags/1.0', 'pushProtectedBranch'],
    [developer, 'refs/notes/x', 'pushProtectedBranch'],
    [master, 'refs/heads/topic', 'allowed'],
    [owner, 'refs/heads/main', 'allowed'],
    [master, 'refs/tags/v1', 'allowed'],
    [master, 'refs/notes/x', 'allowed'],
  ] as const)('by level %s to %s: %s', (level, ref, expected) => {
    expect(sentenceOf(refusalOfPush([create(ref)], rights(level, empty)))).toBe(expected);
  });

  it('follows a rule that was made before it', () => {
    const rules = [{ name: 'main', pushLevel: 30, mergeLevel: 30, allowForcePush: false }];
    expect(refusalOfPush([create('refs/heads/main')], rights(developer, { empty: true, rules }))).toBeNull();
  });
});

describe('requiresFastForward', () => {
  it.each([
    ['an update of a protected branch', update('refs/heads/main'), true],
    ['an update of one that developers push to', update('refs/heads/release/1.0'), true],
    ['an update of one with a rule that allows force pushes', update('refs/heads/scratch/a'), false],
    ['an update of another branch', update('refs/heads/topic'), false],
    ['a creation', create('refs/heads/main'), false],
    ['a deletion', remove('refs/heads/main'), false],
    ['a tag', update('refs/tags/main'), false],
  ])('%s: %s', (_, pushed, expected) => {
    expect(requiresFastForward(pushed, rights(owner))).toBe(expected);
  });
});

describe('a push of a collaborator', () => {
  const collaborator = (...collaborationBranches: string[]) => rights(AccessLevel.none, { collaborationBranches });

  it.each<[string, ReturnType<typeof push>, Sentence]>([
    ['moves the branch', update('refs/heads/topic'), 'allowed'],
    ['creates the branch', create('refs/heads/topic'), 'pushCode'],
    ['deletes the branch', remove('refs/heads/topic'), 'pushCode'],
    ['moves another branch', update('refs/heads/other'), 'pushCode'],
    ['moves the branch once it is protected', update('refs/heads/release/1'), 'pushCode'],
    ['makes a tag', create('refs/tags/topic'), 'pushCode'],
    ['moves a tag with the name of the branch', update('refs/tags/topic'), 'pushCode'],
    ['writes notes', update('refs/notes/topic'), 'pushCode'],
  ])('%s', (_, pushed, sentence) => {
    for (const by of ['git', 'api'] as const)
      expect(sentenceOf(refusalOfPush([pushed], collaborator('topic', 'release/1'), by))).toBe(sentence);
  });

  it('is refused whole when one of its refs is', () => {
    const refs = [update('refs/heads/topic'), update('refs/heads/other')];
    expect(sentenceOf(refusalOfPush(refs, collaborator('topic')))).toBe('pushCode');
  });

  it('does not let merge requests be merged into the branch', () => {
    expect(mayMergeInto('topic', collaborator('topic'))).toBe(false);
  });
});
