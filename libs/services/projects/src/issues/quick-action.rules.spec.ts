import { planActions } from '@hearth/issuable';
import { quickActionsIn } from '@hearth/notes';
import type { UserId } from '@hearth/contract-kit';
import { ISSUE_ACTIONS, ISSUE_STEPS, after, isDay, type ActedOn, type Effects } from './quick-action.rules.js';

const [bug, doc, old] = ['bug', 'doc', 'old'].map((name, index) => ({ id: index + 1, name }));
const milestone = { id: 7, title: 'v 1' };
const [ada, bob] = [1, 2].map((id) => ({ id: id as UserId, username: ['Ada', 'bob'][id - 1]! }));
const NAMED = { labels: [bug!, doc!], milestones: [milestone], readers: [ada!, bob!] };
const OPEN: ActedOn = {
  ...{ state: 'opened', assigneeIds: [], milestoneId: null, labels: [old!] },
  ...{ timeEstimate: 0, timeSpent: 3600 },
};

function plan(text: string, issue: Partial<ActedOn> = {}, permits: (name: string) => boolean = () => true) {
  const rules = { named: NAMED, actor: { username: 'Ada' }, steps: ISSUE_STEPS, after, permits };
  return planActions(quickActionsIn(text, ISSUE_ACTIONS), { ...OPEN, ...issue }, rules);
}

describe('quick actions on issues', () => {
  it.each<[string, Partial<ActedOn>, Effects]>([
    ['/close', {}, { stateEvent: 'close' }],
    ['/reopen', { state: 'closed' }, { stateEvent: 'reopen' }],
    ['/close\n/reopen', {}, { stateEvent: 'reopen' }],
    ['/title Two words', {}, { title: 'Two words' }],
    ['/assign @ada @BOB', {}, { assigneeIds: [1, 2] }],
    ['/assign me', { assigneeIds: [2] }, { assigneeIds: [2, 1] }],
    ['/unassign', { assigneeIds: [1, 2] }, { assigneeIds: [] }],
    ['/unassign @bob', { assigneeIds: [1, 2] }, { assigneeIds: [1] }],
    ['/label ~bug ~doc ~other', {}, { labels: [old!, bug!, doc!] }],
    ['/relabel bug', {}, { labels: [bug!] }],
    ['/unlabel', {}, { labels: [] }],
    ['/label ~bug\n/unlabel', {}, { labels: [] }],
    ['/milestone %"v 1"', {}, { milestone }],
    ['/remove_milestone', { milestoneId: 7 }, { milestone: null }],
    ['/due 2026-02-28', {}, { dueDate: '2026-02-28' }],
    ['/remove_due_date', {}, { dueDate: null }],
    ['/estimate 1h', {}, { times: { timeEstimate: 3600, timeSpent: 3600 } }],
    ['/spend 1h\n/spend -30m', {}, { times: { timeEstimate: 0, timeSpent: 5400 } }],
    ['/remove_time_spent', {}, { times: { timeEstimate: 0, timeSpent: 0 } }],
    ['/remove_estimate', { timeEstimate: 60 }, { times: { timeEstimate: 0, timeSpent: 3600 } }],
    ['/subscribe\n/unsubscribe', {}, { subscribed: false }],
  ])('%j on an issue with %j has the effects %j', (text, issue, effects) => {
    const planned = plan(text, issue);
    expect(planned.effects).toEqual(effects);
    expect(planned.outcome.applied).toHaveLength(text.split('\n').length);
  });

  it.each<[string, Partial<ActedOn>]>([
    ['/close', { state: 'closed' }],
    ['/reopen', {}],
    ['/title', {}],
    [`/title ${'x'.repeat(256)}`, {}],
    ['/assign', {}],
    ['/assign @stranger', {}],
    ['/unassign', {}],
    ['/unassign @stranger', { assigneeIds: [1] }],
    ['/label ~other', {}],
    ['/unlabel', { labels: [] }],
    ['/milestone %other', {}],
    ['/remove_milestone', {}],
    ['/due soon', {}],
    ['/award :tada:', {}],
  ])('%j on an issue with %j stays text', (text, issue) => {
    expect(plan(text, issue).outcome.applied).toEqual([]);
  });

  it('leaves out actions that the actor may not take', () => {
    const { outcome } = plan('/close\n/label ~bug\n/subscribe', {}, (name) => name === 'subscribe');
    expect(outcome.applied.map(({ name }) => name)).toEqual(['subscribe']);
  });

  it('reports parameters of the API and a sentence for each action', () => {
    expect(plan('/close\n/assign @bob\n/label ~bug\n/milestone %"v 1"\n/due 2026-02-28').outcome).toMatchObject({
      changes: {
        ...{ state_event: 'close', assignee_ids: [2], labels: ['old', 'bug'] },
        ...{ milestone_id: 7, due_date: '2026-02-28' },
      },
      summary: [
        'Closed this issue.',
        'Assigned @bob.',
        'Set the labels to old, bug.',
        'Set the milestone to v 1.',
        'Set the due date to 2026-02-28.',
      ],
    });
  });
});

describe('isDay', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['soon', false],
  ])('%s: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });
});
