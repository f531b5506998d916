import { openEnum, openSet } from './open-enum.js';

describe('openEnum', () => {
  const State = openEnum(['active', 'blocked'], 'blocked');

  it('takes its names, and reads others as the one that opens least', () => {
    expect(State.parse('active')).toBe('active');
    expect(State.parse('deactivated')).toBe('blocked');
  });

  it('refuses what is no name', () => {
    expect(State.safeParse(1).success).toBe(false);
    expect(State.safeParse(undefined).success).toBe(false);
  });
});

describe('openSet', () => {
  const Scopes = openSet(['api', 'sudo']);

  it('leaves names out that it does not know', () => {
    expect(Scopes.parse(['sudo', 'read_registry', 'api'])).toEqual(['api', 'sudo']);
    expect(Scopes.parse([])).toEqual([]);
  });
});
