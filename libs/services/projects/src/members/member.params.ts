import { AccessLevel } from '@hearth/contract-kit';
import { refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberFilters } from './members.finder.js';
import type { MemberSourceKind } from './membership.rules.js';

const SOURCES = { project: v4.project(), group: v4.group() };

/** Day that an empty text or null removes, as clients send it for memberships without expiry. */
const clearableDay = z.preprocess((value) => (value === '' ? null : value), v4.date().nullable()).optional();

/** Requires either `user_id`, whose absence is reported first, or `username`. */
function eitherUser<S extends z.ZodType<{ user_id?: unknown; username?: unknown }>>(schema: S): S {
  return schema.superRefine(
    ({ user_id: id, username }, { issues }) => {
      if (id !== undefined && username !== undefined)
        issues.push({
          code: 'custom',
          message: 'is mutually exclusive with username',
          path: ['user_id'],
          input: undefined,
        });
      if (id !== undefined || username !== undefined || issues.some(({ path }) => path?.[0] === 'user_id')) return;
      issues.unshift({ code: 'custom', message: 'is missing', path: ['user_id'], input: undefined });
    },
    { when: () => true },
  );
}

/** Parameters of the endpoints about members and requests for access; `id` names a project or a group. */
export function memberParams(kind: MemberSourceKind) {
  const id = SOURCES[kind];
  const source = z.object({ id });
  const member = source.extend({ user_id: v4.id() });
  return {
    list: source.extend({
      query: v4.search(),
      user_ids: v4.optional(v4.list(v4.integer())),
      skip_users: v4.optional(v4.list(v4.integer())).describe('Ids of users to leave out'),
      show_seat_info: refused(),
      state: v4
        .optional(z.literal('active', { error: 'is not supported' }))
        .describe('Only `active`: there are no other ones'),
      ...v4.keysetPage,
    }),
    member,
    add: eitherUser(
      source.extend({
        user_id: v4.optional(v4.integer()),
        username: v4.optional(v4.text({ most: 255 })).describe('Username, in place of `user_id`'),
        access_level: v4.integer(),
        expires_at: v4.optional(v4.date()),
        member_role_id: refused(),
      }),
    ),
    update: member.extend({ access_level: v4.integer(), expires_at: clearableDay, member_role_id: refused() }),
    remove: member.extend({ skip_subresources: refused(), unassign_issuables: refused() }),
    requests: source.extend(v4.page),
    request: source,
    approve: member.extend({
      access_level: v4.optional(v4.integer()).transform((level) => level ?? AccessLevel.developer),
    }),
  };
}
export type MemberParams = ReturnType<typeof memberParams>;

/** Converts the parameters to the filters of a list of members. */
export function memberFilters({ query, user_ids, skip_users }: z.output<MemberParams['list']>): MemberFilters {
  return {
    search: query,
    userIds: user_ids?.length ? user_ids : undefined,
    skip: skip_users?.length ? skip_users : undefined,
  };
}

/** Converts the parameters of a membership; an undefined day was not given. */
export function memberTerms({ access_level, expires_at }: z.output<MemberParams['add'] | MemberParams['update']>): {
  level: number;
  expiresAt: string | null | undefined;
} {
  return { level: access_level, expiresAt: expires_at };
}

export const ProjectUsersParams = z.object({
  id: v4.project(),
  search: v4.search(),
  skip_users: v4.optional(v4.list(v4.integer())).describe('Ids of users to leave out'),
  ...v4.keysetPage,
});
