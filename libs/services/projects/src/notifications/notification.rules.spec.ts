import type { NotificationLevel } from '../notification-settings/notification-setting.rules.js';
import { chosenAmong, isWanted, type MailCause, type Role } from './notification.rules.js';

const setting = (level: NotificationLevel) => ({ level, events: ['new_issue', 'success_pipeline'] as const });

describe('mails', () => {
  it.each<[NotificationLevel, Role, MailCause, boolean]>([
    ['disabled', 'mention', 'new_note', false],
    ['disabled', 'subscription', 'new_note', false],
    ['mention', 'mention', 'new_note', true],
    ['mention', 'participating', 'new_note', false],
    ['mention', 'subscription', 'new_note', true],
    ['participating', 'participating', 'push_to_merge_request', true],
    ['participating', 'watch', 'new_issue', false],
    ['participating', 'watch', 'failed_pipeline', true],
    ['participating', 'watch', 'success_pipeline', false],
    ['watch', 'watch', 'new_issue', true],
    ['watch', 'watch', 'push_to_merge_request', false],
    ['watch', 'participating', 'push_to_merge_request', true],
    ['custom', 'watch', 'new_issue', true],
    ['custom', 'watch', 'success_pipeline', true],
    ['custom', 'watch', 'close_issue', false],
    ['custom', 'participating', 'close_issue', true],
  ])('at the level %s for %s of %s: %s', (level, role, cause, wanted) => {
    expect(isWanted(setting(level), role, cause)).toBe(wanted);
  });

  it('reach each user once, and by mentions only who has unsubscribed', () => {
    const settings = new Map([1, 2, 3].map((id) => [id, setting('watch')] as const));
    const candidates = [
      { userId: 1, role: 'mention', reason: 'mentioned' },
      { userId: 1, role: 'watch', reason: null },
      { userId: 2, role: 'participating', reason: null },
      { userId: 3, role: 'mention', reason: null },
      { userId: 4, role: 'mention', reason: null },
    ] as const;
    const chosen = chosenAmong(candidates, 'new_note', settings, [2, 3]);
    expect(chosen.map(({ userId, reason }) => [userId, reason])).toEqual([
      [1, 'mentioned'],
      [3, null],
    ]);
  });
});
