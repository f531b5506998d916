import { changedStatus, statusFailures, type StatusChange, type UserStatus } from './status.rules.js';

const NOW = new Date('2018-01-15T10:00:00.000Z');
const change = (parts: Partial<StatusChange>): StatusChange => ({
  ...{ emoji: undefined, message: undefined, availability: undefined, clearAfter: undefined },
  ...parts,
});
const busy: UserStatus = { emoji: 'coffee', message: 'Break', availability: 'busy', clearAt: NOW };

describe('a status', () => {
  it('keeps the parts that a change of the former one does not name', () => {
    expect(changedStatus(busy, change({ message: 'Lunch' }), NOW)).toEqual({ ...busy, message: 'Lunch' });
    expect(changedStatus(busy, change({ emoji: 'tea', availability: 'not_set' }), NOW)).toEqual({
      ...{ emoji: 'tea', message: 'Break', availability: 'not_set', clearAt: NOW },
    });
  });

  it('has the default emoji, and no end, without a former one', () => {
    expect(changedStatus(null, change({ message: 'Lunch' }), NOW)).toEqual({
      ...{ emoji: 'speech_balloon', message: 'Lunch', availability: 'not_set', clearAt: null },
    });
    expect(changedStatus(null, change({ availability: 'busy' }), NOW)).toMatchObject({ emoji: 'speech_balloon' });
  });

  it.each([
    ['30_minutes', '2018-01-15T10:30:00.000Z'],
    ['3_hours', '2018-01-15T13:00:00.000Z'],
    ['8_hours', '2018-01-15T18:00:00.000Z'],
    ['1_day', '2018-01-16T10:00:00.000Z'],
    ['3_days', '2018-01-18T10:00:00.000Z'],
    ['7_days', '2018-01-22T10:00:00.000Z'],
    ['30_days', '2018-02-14T10:00:00.000Z'],
  ] as const)('ends after %s', (clearAfter, end) => {
    expect(changedStatus(busy, change({ clearAfter }), NOW)?.clearAt).toEqual(new Date(end));
  });

  it('is removed when no part is left', () => {
    expect(changedStatus(null, change({}), NOW)).toBeNull();
    expect(changedStatus(busy, change({ emoji: ' ', message: '', availability: 'not_set' }), NOW)).toBeNull();
  });

  it('is valid with a known emoji and at most 100 characters', () => {
    expect(statusFailures({ ...busy, message: '🎉'.repeat(100) })).toEqual({});
    expect(statusFailures({ ...busy, emoji: 'no_emoji', message: 'x'.repeat(101) })).toEqual({
      emoji: ['is not a valid emoji name'],
      message: ['is too long (maximum is 100 characters)'],
    });
    expect(statusFailures({ ...busy, emoji: 'toString' })).toHaveProperty('emoji');
  });
});
