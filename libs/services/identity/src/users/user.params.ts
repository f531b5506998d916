import { allOrNoneOf, atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { normalIdentity } from '../identities/extern-uid.rules.js';
import type { ChangedUser } from './changed-user.rules.js';
import { USER_DEFAULTS, type NewUser } from './new-user.rules.js';
import { USER_ORDERS, type UserFilters } from './user-list.rules.js';
import type { UserIdentity } from './user.entity.js';

export const NoParams = z.object({});

export const UserIdParams = z.object({ id: v4.id() });

export const DeleteUserParams = z.object({ id: v4.id(), hard_delete: v4.optional(v4.boolean()) });

export const ListUsersParams = allOrNoneOf(
  z.object({
    ...v4.keysetPage,
    username: v4.optional(v4.text()),
    extern_uid: v4.optional(v4.text()),
    provider: v4.optional(v4.text()),
    search: v4.search(),
    active: v4.optional(v4.boolean()),
    external: v4.optional(v4.boolean()),
    blocked: v4.optional(v4.boolean()),
    humans: v4.optional(v4.boolean()).describe('Whether to list people only, without internal users'),
    exclude_active: v4.optional(v4.boolean()).describe('Whether to leave out active users'),
    exclude_external: v4.optional(v4.boolean()).describe('Whether to leave out external users'),
    exclude_internal: v4.optional(v4.boolean()).describe('Whether to leave out internal users: the ghost'),
    exclude_humans: v4.optional(v4.boolean()).describe('Whether to leave out people'),
    admins: v4.optional(v4.boolean()).describe('Whether to list admins only; for admins'),
    two_factor: v4
      .optional(v4.oneOf(['enabled', 'disabled']))
      .describe('State of two-factor authentication; for admins'),
    created_after: v4.optional(v4.dateTime()),
    created_before: v4.optional(v4.dateTime()),
    custom_attributes: v4.optional(v4.hash()),
    with_custom_attributes: refused(),
    without_projects: refused(),
    without_project_bots: v4
      .optional(v4.boolean())
      .describe('Without effect: bots of projects and groups are never listed'),
    public_email: refused(),
    saml_provider_id: refused(),
    skip_ldap: refused(),
    auditors: refused(),
    // Keyset pagination refuses any order but by id.
    order_by: v4.optional(v4.oneOf(USER_ORDERS)),
    sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  }),
  'extern_uid',
  'provider',
);

/** Optional text; JSON's null removes it. */
const clearableText = v4.text().nullable().optional();

/** Properties of users in later releases that Hearth does not have. */
const unsupportedOfUsers = {
  auditor: refused(),
  private_profile: refused(),
  public_email: refused(),
  commit_email: refused(),
  pronouns: refused(),
  discord: refused(),
  github: refused(),
  mastodon: refused(),
  bluesky: refused(),
  orcid: refused(),
  group_id_for_saml: refused(),
  shared_runners_minutes_limit: refused(),
  extra_shared_runners_minutes_limit: refused(),
  theme_id: refused(),
  color_scheme_id: refused(),
  view_diffs_file_by_file: refused(),
};

const OPTIONAL_FIELDS = {
  skype: clearableText,
  linkedin: clearableText,
  twitter: clearableText,
  website_url: clearableText,
  organization: clearableText,
  projects_limit: v4.optional(v4.integer()),
  extern_uid: v4.optional(v4.text()),
  provider: v4.optional(v4.text()),
  bio: clearableText,
  location: clearableText,
  note: clearableText.describe('Text about the user that only admins see'),
  admin: v4.optional(v4.boolean()),
  can_create_group: v4.optional(v4.boolean()),
  external: v4.optional(v4.boolean()),
  avatar: v4.optional(v4.file()),
  ...unsupportedOfUsers,
};

export const CreateUserParams = allOrNoneOf(
  atLeastOneOf(
    z.object({
      email: v4.text(),
      password: v4.optional(v4.text()),
      reset_password: v4.optional(v4.boolean()),
      name: v4.text(),
      username: v4.text(),
      skip_confirmation: v4.optional(v4.boolean()),
      force_random_password: refused(),
      ...OPTIONAL_FIELDS,
    }),
    'password',
    'reset_password',
  ),
  'extern_uid',
  'provider',
);

export const UpdateUserParams = allOrNoneOf(
  z.object({
    id: v4.id(),
    email: v4.optional(v4.text()),
    password: v4.optional(v4.text()),
    name: v4.optional(v4.text()),
    username: v4.optional(v4.text()),
    skip_reconfirmation: v4.optional(v4.boolean()),
    ...OPTIONAL_FIELDS,
  }),
  'extern_uid',
  'provider',
);

/** Returns the filters in the parameters. As in the reference, false and empty texts do not filter. */
export function filtersOf(params: z.output<typeof ListUsersParams>): UserFilters {
  return {
    username: params.username || undefined,
    identity: params.provider && params.extern_uid ? identityOf(params) : undefined,
    search: params.search,
    active: params.active ?? false,
    blocked: params.blocked ?? false,
    external: params.external ?? false,
    excludesActive: params.exclude_active ?? false,
    excludesExternal: params.exclude_external ?? false,
    excludesInternal: (params.humans || params.exclude_internal) ?? false,
    excludesHumans: params.exclude_humans ?? false,
    admins: params.admins ?? false,
    twoFactor: params.two_factor,
    createdAfter: params.created_after,
    createdBefore: params.created_before,
    orderBy: params.order_by ?? 'id',
    sort: params.sort ?? 'desc',
    customAttributes: Object.entries(params.custom_attributes ?? {}).map(([key, value]) => ({ key, value })),
  };
}

/**
 * Returns the new user in the parameters. `reset_password` takes precedence over a password.
 * @param instance what the settings of the instance say for new users
 */
export function newUserOf(
  params: z.output<typeof CreateUserParams>,
  instance: Pick<NewUser, 'external' | 'projectsLimit' | 'canCreateGroup'>,
): NewUser {
  return {
    username: params.username,
    name: params.name.normalize('NFC'),
    email: params.email.trim(),
    password: params.reset_password ? null : (params.password ?? ''),
    confirmed: params.skip_confirmation ?? USER_DEFAULTS.confirmed,
    admin: params.admin ?? USER_DEFAULTS.admin,
    external: params.external ?? instance.external,
    canCreateGroup: params.can_create_group ?? instance.canCreateGroup,
    projectsLimit: params.projects_limit ?? instance.projectsLimit,
    bio: params.bio ?? USER_DEFAULTS.bio,
    location: params.location ?? USER_DEFAULTS.location,
    organization: params.organization ?? USER_DEFAULTS.organization,
    note: params.note ?? USER_DEFAULTS.note,
    skype: params.skype ?? USER_DEFAULTS.skype,
    linkedin: params.linkedin ?? USER_DEFAULTS.linkedin,
    twitter: params.twitter ?? USER_DEFAULTS.twitter,
    websiteUrl: params.website_url ?? USER_DEFAULTS.websiteUrl,
    avatar: params.avatar ?? USER_DEFAULTS.avatar,
    identity: identityOf(params) ?? USER_DEFAULTS.identity,
  };
}

/**
 * Returns the changes in the parameters, without the missing fields.
 * @param instance what the settings of the instance say for new users
 */
export function changedUserOf(
  params: z.output<typeof UpdateUserParams>,
  instance: Pick<NewUser, 'projectsLimit' | 'canCreateGroup'>,
): ChangedUser {
  return {
    username: params.username,
    name: params.name?.normalize('NFC'),
    email: params.email?.trim(),
    skipReconfirmation: params.skip_reconfirmation ?? false,
    password: params.password,
    admin: params.admin,
    external: params.external,
    canCreateGroup: params.can_create_group,
    projectsLimit: params.projects_limit,
    usually: instance,
    bio: params.bio,
    location: params.location,
    organization: params.organization,
    note: params.note,
    skype: params.skype === null ? USER_DEFAULTS.skype : params.skype,
    linkedin: params.linkedin === null ? USER_DEFAULTS.linkedin : params.linkedin,
    twitter: params.twitter === null ? USER_DEFAULTS.twitter : params.twitter,
    websiteUrl: params.website_url === null ? USER_DEFAULTS.websiteUrl : params.website_url,
    avatar: params.avatar,
    identity: identityOf(params),
  };
}

function identityOf({ provider, extern_uid: externUid }: { provider?: string; extern_uid?: string }) {
  if (provider === undefined || externUid === undefined) return undefined;
  return normalIdentity({ provider, externUid }) satisfies UserIdentity;
}
