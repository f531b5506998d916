import { v4 } from '@hearth/http';
import { confirmed, defineNotices } from '@hearth/pages';
import { z } from 'zod';
import type { MemberSourceKind } from '../members/membership.rules.js';
import { ShareParams } from '../sharing/group-link.params.js';

const notices = defineNotices({
  added: 'Added.',
  saved: 'Saved.',
  removed: 'Removed.',
  requested: 'You have asked for access.',
  approved: 'Approved.',
  denied: 'The request is deleted.',
  shared: 'Shared.',
  unshared: 'No longer shared.',
});
export const { noticeOf, withNotice } = notices;

const name = v4.text({ most: 4_096 }).prefault('');
const terms = { access_level: v4.integer(), expires_at: v4.optional(v4.date()) };

/** Parameters of the page of members; `id` names a project or a group. */
export function memberPageParams(kind: MemberSourceKind) {
  const source = z.object({ id: v4[kind]() });
  const member = source.extend({ user_id: v4.id() });
  return {
    source,
    list: source.extend({
      inherited: v4.optional(v4.boolean()).catch(undefined),
      search: v4.search(),
      page: v4.page.page,
      done: notices.done,
    }),
    add: source.extend({ username: name, ...terms }),
    update: member.extend(terms),
    remove: member.extend({ confirmed }),
    approve: member.extend({ access_level: v4.integer() }),
    deny: member,
  };
}
export type MemberPageParams = ReturnType<typeof memberPageParams>;

export const ShareFormParams = z.object({
  id: v4.project(),
  group: name,
  group_access: ShareParams.shape.group_access,
  share_expires_at: v4.optional(v4.date()),
});
export const UnshareFormParams = z.object({ id: v4.project(), group_id: v4.id(), confirmed });
