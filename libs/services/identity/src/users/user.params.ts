import { atLeastOneOf, v4 } from '@hearth/http';
import { z } from 'zod';
import { USER_DEFAULTS, type NewUser } from './new-user.rules.js';

export const NoParams = z.object({});

export const UserIdParams = z.object({ id: v4.id() });

export const CreateUserParams = atLeastOneOf(
  z.object({
    email: v4.text(),
    password: v4.optional(v4.text()),
    reset_password: v4.optional(v4.boolean()),
    name: v4.text(),
    username: v4.text(),
    skype: v4.optional(v4.text()),
    linkedin: v4.optional(v4.text()),
    twitter: v4.optional(v4.text()),
    website_url: v4.optional(v4.text()),
    organization: v4.optional(v4.text()),
    projects_limit: v4.optional(v4.integer()),
    bio: v4.optional(v4.text()),
    location: v4.optional(v4.text()),
    admin: v4.optional(v4.boolean()),
    can_create_group: v4.optional(v4.boolean()),
    skip_confirmation: v4.optional(v4.boolean()),
    external: v4.optional(v4.boolean()),
  }),
  'password',
  'reset_password',
);

/** The user that the parameters describe; `reset_password` wins over a password. */
export function newUserOf(params: z.output<typeof CreateUserParams>): NewUser {
  return {
    username: params.username,
    name: params.name.normalize('NFC'),
    email: params.email.trim(),
    password: params.reset_password ? null : (params.password ?? ''),
    confirmed: params.skip_confirmation ?? USER_DEFAULTS.confirmed,
    admin: params.admin ?? USER_DEFAULTS.admin,
    external: params.external ?? USER_DEFAULTS.external,
    canCreateGroup: params.can_create_group ?? USER_DEFAULTS.canCreateGroup,
    projectsLimit: params.projects_limit ?? USER_DEFAULTS.projectsLimit,
    bio: params.bio ?? USER_DEFAULTS.bio,
    location: params.location ?? USER_DEFAULTS.location,
    organization: params.organization ?? USER_DEFAULTS.organization,
    skype: params.skype ?? USER_DEFAULTS.skype,
    linkedin: params.linkedin ?? USER_DEFAULTS.linkedin,
    twitter: params.twitter ?? USER_DEFAULTS.twitter,
    websiteUrl: params.website_url ?? USER_DEFAULTS.websiteUrl,
  };
}
