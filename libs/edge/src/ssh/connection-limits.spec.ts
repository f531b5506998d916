import { ConnectionLimits, type CountedConnection } from './connection-limits.js';

describe('limits of connections', () => {
  const enter = (limits: ConnectionLimits, address: string, times: number) =>
    Array.from({ length: times }, () => limits.enter(address)).filter(
      (each): each is CountedConnection => each !== null,
    );

  it('leave room for others than one network', () => {
    const limits = new ConnectionLimits({ connections: 100, unauthenticated: 20 });
    expect(enter(limits, '192.0.2.1', 5)).toHaveLength(2);
    expect(enter(limits, '::ffff:192.0.2.1', 1)).toHaveLength(0);
    expect(enter(limits, '192.0.2.2', 1)).toHaveLength(1);
  });

  it('count those that have not signed in apart', () => {
    const limits = new ConnectionLimits({ connections: 5, unauthenticated: 2 });
    const [first] = enter(limits, '192.0.2.1', 1);
    enter(limits, '192.0.2.2', 1);
    expect(limits.enter('192.0.2.3')).toBeNull();
    first!.signIn();
    expect(enter(limits, '192.0.2.1', 1)).toHaveLength(1);
    expect(limits.count).toBe(3);
  });

  it('are given back once', () => {
    const limits = new ConnectionLimits({ connections: 1, unauthenticated: 10 });
    const [only] = enter(limits, '192.0.2.1', 3);
    only!.signIn();
    expect(limits.enter('192.0.2.2')).toBeNull();
    for (const end of [only!.leave, only!.leave, only!.signIn]) end();
    expect(limits.count).toBe(0);
    expect(enter(limits, '192.0.2.1', 3)).toHaveLength(1);
  });
});
