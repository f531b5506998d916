import type { UserId } from '@hearth/contract-kit';
import type { Milestone } from '@hearth/projects-contracts';
import { quickActionsIn } from '@hearth/notes';
import {
  MERGE_REQUEST_ACTIONS,
  pipelineLetsMerge,
  planMergeRequestActions,
  type ActedOn,
  type ActingUser,
  type Effects,
  type Named,
  type Possible,
} from './quick-action.rules.js';

const [bug, doc, old] = ['bug', 'doc', 'old'].map((name, index) => ({ id: index + 1, name }));
const milestone = { id: 7, title: 'v 1' } as Milestone;
const [ada, bob] = [1, 2].map((id) => ({ id: id as UserId, username: ['Ada', 'bob'][id - 1]! }));
const NAMED: Named & Possible = {
  labels: [bug!, doc!],
  milestones: [milestone],
  readers: [ada!, bob!],
  targetBranch: 'next',
  reopen: true,
  merge: 'head',
};
const OPEN: ActedOn = {
  title: 'One',
  state: 'opened',
  targetBranch: 'main',
  assigneeIds: [],
  milestoneId: null,
  labels: [old!],
  headSha: 'head',
  ...{ timeEstimate: 3600, timeSpent: 3600 },
};
const BY: ActingUser = { actor: { username: 'Ada' }, updates: true, manages: true };

function plan(
  text: string,
  mergeRequest: Partial<ActedOn> = {},
  { named = {}, by = {} }: { named?: Partial<Named & Possible>; by?: Partial<ActingUser> } = {},
) {
  const actions = quickActionsIn(text, MERGE_REQUEST_ACTIONS);
  return planMergeRequestActions(actions, { ...OPEN, ...mergeRequest }, { ...NAMED, ...named }, { ...BY, ...by });
}

describe('quick actions on merge requests', () => {
  it.each<[string, Partial<ActedOn>, Effects]>([
    ['/close', {}, { stateEvent: 'close' }],
    ['/reopen', { state: 'closed' }, { stateEvent: 'reopen' }],
    ['/close\n/reopen', {}, { stateEvent: 'reopen' }],
    ['/title Two words', {}, { title: 'Two words' }],
    ['/wip', {}, { title: 'WIP: One' }],
    ['/wip', { title: '[WIP] One' }, { title: 'One' }],
    ['/title Two\n/wip', {}, { title: 'WIP: Two' }],
    ['/target_branch next', {}, { targetBranch: 'next' }],
    ['/merge', {}, { merge: 'head' }],
    ['/wip\n/merge', { title: 'WIP: One' }, { title: 'One', merge: 'head' }],
    ['/assign @ada @BOB', {}, { assignee: bob! }],
    ['/assign me', {}, { assignee: ada! }],
    ['/unassign', { assigneeIds: [bob!.id] }, { assignee: null }],
    ['/label ~bug ~doc ~other', {}, { labels: [old!, bug!, doc!] }],
    ['/relabel bug', {}, { labels: [bug!] }],
    ['/unlabel', {}, { labels: [] }],
    ['/unlabel ~bug', { labels: [bug!, old!] }, { labels: [old!] }],
    ['/label ~bug\n/unlabel', {}, { labels: [] }],
    ['/milestone %"v 1"', {}, { milestone }],
    ['/remove_milestone', { milestoneId: 7 }, { milestone: null }],
    ['/estimate 2h\n/spend -1h', {}, { times: { timeEstimate: 7200, timeSpent: 0 } }],
    ['/remove_estimate\n/remove_time_spent', {}, { times: { timeEstimate: 0, timeSpent: 0 } }],
    ['/subscribe\n/unsubscribe', {}, { subscribed: false }],
  ])('%j change one that is %j', (text, mergeRequest, effects) => {
    const { effects: made, outcome } = plan(text, mergeRequest);
    expect(made).toEqual(effects);
    expect(outcome.applied).toHaveLength(text.split('\n').length);
    expect(outcome.summary).toHaveLength(text.split('\n').length);
  });

  it.each<[string, Partial<ActedOn>, Partial<Named & Possible>]>([
    ['/close', { state: 'merged' }, {}],
    ['/reopen', {}, {}],
    ['/reopen', { state: 'closed' }, { reopen: false }],
    ['/title', {}, {}],
    [`/title ${'x'.repeat(256)}`, {}, {}],
    ['/wip', { title: 'x'.repeat(255) }, {}],
    ['/wip', { title: 'WIP:' }, {}],
    ['/target_branch next', { state: 'merged' }, {}],
    ['/target_branch next', { state: 'locked' }, {}],
    ['/target_branch next', { targetBranch: 'next' }, {}],
    ['/target_branch other', {}, {}],
    ['/target_branch', {}, { targetBranch: null }],
    ['/merge', {}, { merge: null }],
    ['/merge', {}, { merge: 'another head' }],
    ['/merge', { state: 'closed' }, {}],
    ['/merge', { title: 'WIP: One' }, {}],
    ['/wip\n/merge', {}, { merge: null }],
    ['/assign', {}, {}],
    ['/assign @nobody', {}, {}],
    ['/unassign', {}, {}],
    ['/label', {}, {}],
    ['/label ~other', {}, {}],
    ['/relabel', {}, {}],
    ['/unlabel', { labels: [] }, {}],
    ['/milestone %other', {}, {}],
    ['/milestone %v1', {}, { milestones: [] }],
    ['/remove_milestone', {}, {}],
  ])('%j are not possible on one that is %j, with %j', (text, mergeRequest, named) => {
    const lines = text.split('\n').length;
    expect(plan(text, mergeRequest, { named }).outcome.applied).toHaveLength(lines - 1);
  });

  it.each<[Partial<ActingUser>, string[]]>([
    [{}, ['close', 'title', 'assign', 'label', 'milestone', 'subscribe']],
    [{ manages: false }, ['close', 'title', 'subscribe']],
    [{ updates: false, manages: false }, []],
  ])('of who %j are those that their endpoint would carry out', (by, applied) => {
    const text = '/close\n/title x\n/assign me\n/label ~bug\n/milestone %"v 1"\n/subscribe';
    expect(plan(text, {}, { by }).outcome.applied.map(({ name }) => name)).toEqual(applied);
  });

  it('answer with the parameters of the API', () => {
    const text = '/close\n/assign @bob\n/label ~bug\n/milestone %"v 1"\n/wip\n/target_branch next';
    expect(plan(text).outcome).toMatchObject({
      changes: {
        ...{ state_event: 'close', assignee_id: 2, labels: ['old', 'bug'] },
        ...{ milestone_id: 7, wip_event: 'wip', target_branch: 'next' },
      },
      summary: [
        'Closed this merge request.',
        'Assigned @bob.',
        'Set the labels to old, bug.',
        'Set the milestone to v 1.',
        'Marked this merge request as a Work In Progress.',
        'Set the target branch to next.',
      ],
    });
  });

  it('merge after a pipeline that succeeds, or without one', () => {
    const permitted = [null, 'success', 'running', 'created', 'canceling'];
    expect(permitted.map((status) => pipelineLetsMerge(status as never))).toEqual(Array(5).fill(true));
    expect(['failed', 'canceled', 'skipped', 'manual'].map((status) => pipelineLetsMerge(status as never))).toEqual(
      Array(4).fill(false),
    );
  });
});
