import { ListeningSession } from './listening-session.js';

describe('a listening session', () => {
  const before = process.env['DATABASE_URL'];

  afterEach(() => {
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
  });

  it('is not lost when it could not be opened: who waits before the next attempt would not wait at all', async () => {
    // A port that nothing listens on.
    process.env['DATABASE_URL'] = 'postgres://nobody@127.0.0.1:1/nothing';
    const calls: string[] = [];
    const opening = ListeningSession.open({
      service: 'projects',
      purpose: 'relay',
      channel: 'outbox',
      onNotification: () => void calls.push('notified'),
      onLost: () => void calls.push('lost'),
    });
    await expect(opening).rejects.toThrow('ECONNREFUSED');
    expect(calls).toEqual([]);
  });
});
