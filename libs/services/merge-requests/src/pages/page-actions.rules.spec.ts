import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { may } from '@hearth/access';
import { abilities } from '../abilities.js';
import { user } from '../testing/fake-world.js';
import type { MergeRequestPageFact } from './page-actions.rules.js';
import { actionsOf } from './page-actions.rules.js';

const FEATURES = { issues: 'enabled', mergeRequests: 'enabled', builds: 'enabled', repository: 'enabled' };
const project = {
  ...{ id: 1, visibility: 'public', archived: false, features: FEATURES, mergeMethod: 'merge' },
  ...{ squashOption: 'default_off', onlyAllowMergeIfPipelineSucceeds: false },
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
};
const access = (level: number, overrides: object = {}) =>
  ({ project: { ...project, ...overrides }, level }) as unknown as ProjectAccess;
const record = {
  ...{ state: 'opened', title: 'x', authorId: 1, assigneeIds: [], discussionLocked: false, discussionsResolved: true },
  ...{ approvalsLeft: 0, mergeStatus: 'can_be_merged', checkedSourceSha: 'h', checkedTargetSha: 'b', headSha: 'h' },
  ...{ baseSha: 'b', mergeWhenPipelineSucceeds: false, rebaseInProgress: false },
};

/** Names of the offered actions, sorted. */
function offered(who: Principal, level: number, changes: object = {}, others: object = {}): string {
  const of = access(level, (others as { project?: object }).project);
  const detailed = {
    record: { ...record, ...changes },
    project: of.project,
    pipeline: null,
    canMerge: level >= 30,
    ...others,
  };
  const approvals = { userCanApprove: false, userHasApproved: false };
  const fact = {
    detailed: { ...detailed, project: of.project },
    approvals,
    pushesToSource: may(abilities.pushCode, of, who),
  } as unknown as MergeRequestPageFact;
  const actions = Object.entries(actionsOf(fact, of, who)).filter(([, is]) => is);
  return actions
    .map(([name]) => name)
    .sort()
    .join(' ');
}

describe('the actions on the page of a merge request', () => {
  const [author, other] = [user(1), user(2)];

  it.each([
    ['a visitor', other, 0, {}, {}, 'changeNotes comment review squash'],
    ['a visitor, locked', other, 0, { discussionLocked: true }, {}, 'squash'],
    ['its author', author, 0, {}, {}, 'changeNotes close comment draft resolve review squash update'],
    ['a developer', other, 30, {}, {}, 'changeNotes close comment draft merge resolve review squash update'],
    [
      'a developer, closed',
      other,
      30,
      { state: 'closed' },
      {},
      'changeNotes comment reopen resolve review squash update',
    ],
    [
      'a developer, in conflict',
      other,
      30,
      { mergeStatus: 'cannot_be_merged' },
      {},
      'changeNotes close comment draft resolve review squash update',
    ],
    [
      'a developer, behind',
      other,
      30,
      { checkedTargetSha: 't' },
      {},
      'changeNotes close comment draft merge rebase resolve review squash update',
    ],
    [
      'a developer, archived',
      other,
      30,
      {},
      { project: { archived: true }, canMerge: false },
      'changeNotes comment resolve review squash',
    ],
    [
      'a developer, running',
      other,
      30,
      {},
      { pipeline: { status: 'running' } },
      'changeNotes close comment draft merge mergeLater resolve review squash update',
    ],
    [
      'its author, automatic',
      author,
      0,
      { mergeWhenPipelineSucceeds: true },
      {},
      'cancel changeNotes close comment draft resolve review squash update',
    ],
  ])('of %s', (_who, caller, level, changes, others, expected) => {
    expect(offered(caller, level, changes, others)).toBe(expected);
  });
});
