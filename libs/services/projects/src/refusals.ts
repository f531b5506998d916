import { defineRefusal } from '@hearth/contract-kit';
import { asRubyPrints } from './groups/group.rules.js';

/** Errors by field, as the API spells them. */
export type FieldErrors = Record<string, readonly string[]>;

/** Failures to create a project end with an empty list of this name; clients have seen it for years. */
const NO_LIMIT_REACHED = { limit_reached: [] };

export const ProjectInvalid = defineRefusal<{ errors: FieldErrors }>('project-invalid', 400, ({ errors }) => ({
  message: { ...errors, ...NO_LIMIT_REACHED },
}));

/** The creator has as many personal projects as allowed; a limit of 0 has words of its own. */
export const ProjectLimitReached = defineRefusal<{ limit: number }>('project-limit-reached', 403, ({ limit }) => ({
  error: [limitText(limit)],
}));

export function limitText(limit: number): string {
  return limit === 0
    ? 'Personal project creation is not allowed. Please contact your administrator with questions'
    : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
}

/** Unknown, hidden, or not one where the caller may create projects: which of them is not said. */
export const NamespaceInvalid = defineRefusal('namespace-invalid', 400, {
  message: { namespace: ['is not valid'], ...NO_LIMIT_REACHED },
});

/** As the three before, where an admin creates a project for somebody: there they are errors of the fields. */
export const ProjectForUserInvalid = defineRefusal<{ errors: FieldErrors }>(
  'project-for-user-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

/** What a project shall become is not allowed. */
export const ProjectChangeInvalid = defineRefusal<{ errors: FieldErrors }>(
  'project-change-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

/** The project cannot go there; the text is a map of errors as Ruby prints it. */
export const ProjectNotTransferred = defineRefusal<{ reason: string }>(
  'project-not-transferred',
  400,
  ({ reason }) => ({
    message: `Failed to transfer project {:new_namespace=>["${reason}"]}`,
  }),
);
/** As the one before, for those who may transfer their own projects. */
export const TransferRefused = defineRefusal<{ reason: string }>('transfer-refused', 400, ({ reason }) => ({
  message: { new_namespace: [reason] },
}));

/** What the path names below a project or a group is not there. */
export const RecordNotFound = defineRefusal('record-not-found', 404, { message: '404 Not found' });

export const MemberExists = defineRefusal('member-exists', 409, { message: 'Member already exists' });

export const MemberInvalid = defineRefusal<{ errors: FieldErrors }>('member-invalid', 400, ({ errors }) => ({
  message: errors,
}));

/** Somebody asks for access who has asked already. */
export const AccessRequested = defineRefusal('access-requested', 400, {
  message: { user_id: ['already exists in source'] },
});

export const SharingDisabled = defineRefusal('sharing-disabled', 400, {
  message: 'The project sharing with group is disabled',
});
export const AlreadyShared = defineRefusal('already-shared', 409, {
  message: 'Group already shared with this group',
});
export const SharedWithOwnGroup = defineRefusal('shared-with-own-group', 409, {
  message: 'Project cannot be shared with the group it is in or one of its ancestors.',
});
export const GroupLinkNotFound = defineRefusal('group-link-not-found', 404, { message: '404 Group Link Not Found' });

/** Clients look for words of the map's text. */
export const GroupNotSaved = defineRefusal<{ errors: FieldErrors }>('group-not-saved', 400, ({ errors }) => ({
  message: `Failed to save group ${asRubyPrints(errors)}`,
}));
export const GroupInvalid = defineRefusal<{ errors: FieldErrors }>('group-invalid', 400, ({ errors }) => ({
  message: errors,
}));
export const NamespaceNotFound = defineRefusal('namespace-not-found', 404, { message: '404 Namespace Not Found' });
