import { actionNameOf, kindsIn, timeRangeOf } from './activity.rules.js';

const sort = 'desc';

describe('kindsIn', () => {
  it.each([
    [{ action: 'pushed' }, ['push']],
    [{ action: 'merged' }, ['merge_request:merged']],
    [{ targetType: 'milestone', action: 'closed' }, ['milestone:closed']],
    [{ targetType: 'note' }, ['issue:noted', 'snippet:noted', 'merge_request:noted', 'commit:noted']],
    [{ targetType: 'issue' }, ['issue:created', 'issue:closed', 'issue:reopened']],
    // Projects and users are no targets.
    [{ targetType: 'project' }, []],
    [{ action: 'approved' }, []],
  ] as const)('of %j are %j', (filters, kinds) => {
    expect(kindsIn({ ...filters, sort }, true)).toEqual(kinds);
  });

  it('are fewer for anonymous callers', () => {
    const open = ['project:created', 'member:joined', 'member:left', 'push', 'commit:noted'];
    expect(kindsIn({ sort }, false)).toEqual(open);
    expect(kindsIn({ sort }, true)).toHaveLength(19);
  });
});

describe('timeRangeOf', () => {
  it('leaves out the named days themselves', () => {
    expect(timeRangeOf({ after: '2018-02-28', before: '2018-03-02' })).toEqual({
      from: '2018-03-01',
      to: '2018-03-02',
    });
    expect(timeRangeOf({})).toEqual({ from: undefined, to: undefined });
  });
});

describe('actionNameOf', () => {
  const push = { refType: 'branch', ref: 'x', commitCount: 1, commitTitle: 'x' } as const;
  it.each([
    ['push', { push: { ...push, from: 'a', to: 'b' }, isImported: false }, 'pushed to'],
    ['push', { push: { ...push, from: null, to: 'b' }, isImported: false }, 'pushed new'],
    ['push', { push: { ...push, from: 'a', to: null }, isImported: false }, 'deleted'],
    ['project:created', { push: null, isImported: true }, 'imported'],
    ['project:created', { push: null, isImported: false }, 'created'],
    ['issue:reopened', { push: null, isImported: false }, 'opened'],
  ] as const)('of %s %j: %s', (kind, of, name) => {
    expect(actionNameOf(kind, of)).toBe(name);
  });
});
