import { AccessLevel } from '@hearth/contract-kit';
import type { Git } from '../git/git.js';
import type { PushChecks } from '../git/transport/push-checks.js';
import type { PushRightsFacts } from './push-rights.facts.js';
import type { PushLinksFacts } from './push-links.facts.js';
import type { PushSizeFacts } from './push-size.facts.js';
import { ReceivePush, type Pusher, type PushStreams } from './receive-push.js';

describe('a push that ends before its refs move', () => {
  it('handles the failure to find the addresses that it prints', async () => {
    const disconnected = new Error('the client has gone');
    const failed = Promise.reject(new Error('no addresses'));
    const handled = jest.spyOn(failed, 'then');
    const git = {
      refs: { caseConflict: () => Promise.resolve(null) },
      async receivePack(_path: unknown, _request: unknown, checks: PushChecks) {
        const updates = [{ ref: 'refs/heads/topic', from: null, to: 'a'.repeat(40) }];
        const verdict = await checks.checkCommands({ updates, options: [] } as never);
        expect(verdict).toEqual({ accept: true });
        throw disconnected;
      },
    } as unknown as Git;
    const rights = { level: AccessLevel.master, empty: false, defaultBranch: 'main', rules: [], tagRules: [] };
    const receivePush = new ReceivePush(
      git,
      { of: () => Promise.resolve(rights) } as unknown as PushRightsFacts,
      { roomIn: () => Promise.resolve({ bytes: 1, exhausted: null }) } as unknown as PushSizeFacts,
      undefined as never,
      { of: () => failed } as unknown as PushLinksFacts,
      undefined as never,
      undefined as never,
    );
    const pusher = { repository: {}, principal: { credential: {} } } as unknown as Pusher;
    await expect(receivePush.execute(pusher, {} as PushStreams)).rejects.toBe(disconnected);
    // Otherwise the process ends by an unhandled rejection.
    expect(handled).toHaveBeenCalled();
  });
});
