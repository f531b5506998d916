import { resourceEventsOf } from './resource-event.rules.js';

const fields = { labelIds: [1, 2], milestoneId: null, state: 'opened' };
const label = (action: string, subjectId: number) => ({ kind: 'label', action, subjectId, state: null });
const milestone = (action: string, subjectId: number, state = 'opened') => ({
  ...{ kind: 'milestone', action, subjectId, state },
});
const state = (name: string) => ({ kind: 'state', action: null, subjectId: null, state: name });

describe('resourceEventsOf', () => {
  it.each([
    ['no change', fields, { ...fields, labelIds: [2, 1] }, []],
    ['labels', fields, { ...fields, labelIds: [2, 3] }, [label('add', 3), label('remove', 1)]],
    ['a new milestone', fields, { ...fields, milestoneId: 5 }, [milestone('add', 5)]],
    ['another milestone', { ...fields, milestoneId: 4 }, { ...fields, milestoneId: 5 }, [milestone('add', 5)]],
    ['no milestone', { ...fields, milestoneId: 4 }, fields, [milestone('remove', 4)]],
    [
      'all fields',
      fields,
      { labelIds: [], milestoneId: 5, state: 'closed' },
      [label('remove', 1), label('remove', 2), milestone('add', 5, 'closed'), state('closed')],
    ],
    ['an open record', { ...fields, state: 'closed' }, fields, [state('reopened')]],
    ['a new record', undefined, { ...fields, milestoneId: 5 }, [label('add', 1), label('add', 2), milestone('add', 5)]],
  ])('returns the events of %s', (_, before, after, events) => {
    expect(resourceEventsOf(before, after)).toEqual(events);
  });
});
