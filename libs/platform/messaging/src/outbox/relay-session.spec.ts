import { Bell } from '../bell.js';
import { RelaySession } from './relay-session.js';

describe('the connection of a relay', () => {
  const before = process.env['DATABASE_URL'];

  afterEach(() => {
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
  });

  it('wakes nobody when it cannot be made: who waits before the next attempt would not wait at all', async () => {
    // A port that nothing listens on.
    process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/nothing';
    const bell = new Bell();
    let rings = 0;
    bell.ring = () => void rings++;
    await expect(RelaySession.open('projects', bell)).rejects.toThrow('ECONNREFUSED');
    expect(rings).toBe(0);
  });
});
