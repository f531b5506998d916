import { AccessLevel } from '@hearth/contract-kit';
import { v4 } from '@hearth/http';
import { z } from 'zod';
import type { MemberFilters } from './members.finder.js';
import type { MemberSourceKind } from './membership.rules.js';

const SOURCES = { project: v4.project(), group: v4.group() };

/** Day that an empty text or null removes, as clients send it for memberships without expiry. */
const clearableDay = z.preprocess((value) => (value === '' ? null : value), v4.date().nullable()).optional();

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
      ...v4.keysetPage,
    }),
    member,
    add: source.extend({ user_id: v4.integer(), access_level: v4.integer(), expires_at: v4.optional(v4.date()) }),
    update: member.extend({ access_level: v4.integer(), expires_at: clearableDay }),
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

export const ProjectUsersParams = z.object({ id: v4.project(), search: v4.search(), ...v4.keysetPage });
