import { defineRefusal } from '@hearth/contract-kit';
import { asRubyPrints, type FieldErrors } from './field-errors.rules.js';

/** Failures to create a project end with an empty list of this name, which clients have received for years. */
const NO_LIMIT_REACHED = { limit_reached: [] };

export const NoAvatar = defineRefusal('no-avatar', 404, { message: '404 Avatar Not Found' });

export const ProjectInvalid = defineRefusal<{ errors: FieldErrors }>('project-invalid', 400, ({ errors }) => ({
  message: { ...errors, ...NO_LIMIT_REACHED },
}));

/** The creator has as many personal projects as allowed; a limit of 0 has its own message. */
export const ProjectLimitReached = defineRefusal<{ limit: number }>('project-limit-reached', 403, ({ limit }) => ({
  error: [limitText(limit)],
}));

export function limitText(limit: number): string {
  return limit === 0
    ? 'Personal project creation is not allowed. Please contact your administrator with questions'
    : `Your project limit is ${limit} projects! Please contact your administrator to increase it`;
}

/** Reason of refusals where the limit of the size of all repositories in a namespace is reached. */
export const NAMESPACE_FULL = 'has no room: the limit of its storage size is reached';
/** Unknown, hidden, or not one where the caller may create projects: the answer does not say which. */
export const NamespaceInvalid = defineRefusal('namespace-invalid', 400, {
  message: { namespace: ['is not valid'], ...NO_LIMIT_REACHED },
});

/** Same as the three before, where an admin creates a project for another user: there they are errors of the fields. */
export const ProjectForUserInvalid = defineRefusal<{ errors: FieldErrors }>(
  'project-for-user-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

/** A fork is not possible in the present state: a conflict. */
export const ForkRefused = defineRefusal<{ errors: FieldErrors }>('fork-refused', 409, ({ errors }) => ({
  message: errors,
}));
/** Unknown, hidden, or not one where the caller may create projects. */
export const TargetNamespaceNotFound = defineRefusal('target-namespace-not-found', 404, {
  message: '404 Target Namespace Not Found',
});
export const SourceBranchNotFound = defineRefusal('source-branch-not-found', 404, {
  message: '404 Source Branch Not Found',
});
export const AlreadyForked = defineRefusal('already-forked', 409, { message: 'Project already forked' });

/** Changes of a project that are not allowed. */
export const ProjectChangeInvalid = defineRefusal<{ errors: FieldErrors }>(
  'project-change-invalid',
  400,
  ({ errors }) => ({ message: errors }),
);

/** The target is not allowed; the text is a map of errors as Ruby prints it. */
export const ProjectNotTransferred = defineRefusal<{ reason: string }>(
  'project-not-transferred',
  400,
  ({ reason }) => ({
    message: `Failed to transfer project {:new_namespace=>["${reason}"]}`,
  }),
);
/** Same as the one before, for callers who may transfer their own projects. */
export const TransferRefused = defineRefusal<{ reason: string }>('transfer-refused', 400, ({ reason }) => ({
  message: { new_namespace: [reason] },
}));

export const GroupNotTransferred = defineRefusal<{ reason: string }>('group-not-transferred', 400, ({ reason }) => ({
  message: `Transfer failed: ${reason}`,
}));

/** Record in the path, below a project or a group, that does not exist. */
export const RecordNotFound = defineRefusal('record-not-found', 404, { message: '404 Not found' });

export const MemberExists = defineRefusal('member-exists', 409, { message: 'Member already exists' });

export const MemberInvalid = defineRefusal<{ errors: FieldErrors }>('member-invalid', 400, ({ errors }) => ({
  message: errors,
}));

/** The user has a pending access request already. */
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

/** Clients search the map's text for words. */
export const GroupNotSaved = defineRefusal<{ errors: FieldErrors }>('group-not-saved', 400, ({ errors }) => ({
  message: `Failed to save group ${asRubyPrints(errors)}`,
}));
export const GroupInvalid = defineRefusal<{ errors: FieldErrors }>('group-invalid', 400, ({ errors }) => ({
  message: errors,
}));
export const NamespaceNotFound = defineRefusal('namespace-not-found', 404, { message: '404 Namespace Not Found' });
export const NamespaceNotOnTop = defineRefusal('namespace-not-on-top', 400, {
  message: { storage_size_limit: ['can only be set for users and for groups that are in no other one'] },
});

export const LabelNotFound = defineRefusal('label-not-found', 404, { message: '404 Label Not Found' });
export const LabelExists = defineRefusal('label-exists', 409, { message: 'Label already exists' });
export const LabelInvalid = defineRefusal<{ errors: FieldErrors }>('label-invalid', 400, ({ errors }) => ({
  message: errors,
}));
export const LabelNotPromoted = defineRefusal('label-not-promoted', 400, {
  message: 'Failed to promote project label to group label',
});

export const TopicInvalid = defineRefusal<{ errors: FieldErrors }>('topic-invalid', 400, ({ errors }) => ({
  message: errors,
}));
export const TopicsIdentical = defineRefusal('topics-identical', 400, {
  message: 'The source topic and the target topic are identical.',
});

export const TemplateNotFound = defineRefusal('template-not-found', 404, { message: '404 Template Not Found' });
export const LicenseNotFound = defineRefusal('license-not-found', 404, { message: '404 License Not Found' });

export const MilestoneNotFound = defineRefusal('milestone-not-found', 404, { message: '404 Milestone Not Found' });
export const MilestoneNotCreated = defineRefusal<{ errors: FieldErrors }>(
  'milestone-not-created',
  400,
  ({ errors }) => ({ message: `Failed to create milestone ${asRubyPrints(errors)}` }),
);
export const MilestoneNotPromoted = defineRefusal('milestone-not-promoted', 400, {
  message: 'Title already being used for another group or project milestone.',
});
export const MilestoneNotUpdated = defineRefusal<{ errors: FieldErrors }>(
  'milestone-not-updated',
  400,
  ({ errors }) => ({ message: `Failed to update milestone ${asRubyPrints(errors)}` }),
);

/** Unknown, or the caller may not know of the issue. */
export const MergeRequestNotFound = defineRefusal('merge-request-not-found', 404, { message: '404 Not found' });
export const TodoNotFound = defineRefusal('todo-not-found', 404, { message: '404 Not found' });
export const IssueNotFound = defineRefusal('issue-not-found', 404, { message: '404 Not found' });
export const IssueExists = defineRefusal('issue-exists', 409, { message: 'Duplicated issue' });
export const IssueInvalid = defineRefusal<{ errors: FieldErrors }>('issue-invalid', 400, ({ errors }) => ({
  message: errors,
}));
export const TaskChanged = defineRefusal('task-changed', 409, { message: '409 The description has changed' });
export const IssueNotMoved = defineRefusal<{ reason: string }>('issue-not-moved', 400, ({ reason }) => ({
  message: reason,
}));
export const AttachmentNotFound = defineRefusal('attachment-not-found', 404, { message: '404 Not found' });
export const AttachmentMissing = defineRefusal('attachment-missing', 400, { error: 'file is missing' });
export const IssueLinkNotFound = defineRefusal('issue-link-not-found', 404, { message: '404 Not found' });
/** Unknown, hidden, or not one that the caller may link: the answer does not say which. */
export const LinkedIssueNotFound = defineRefusal('linked-issue-not-found', 404, {
  message: 'No matching issue found. Make sure that you are adding a valid issue URL.',
});
export const IssueLinkExists = defineRefusal('issue-link-exists', 409, { message: 'Issue(s) already assigned' });
export const IssueLinkInvalid = defineRefusal<{ reason: string }>('issue-link-invalid', 422, ({ reason }) => ({
  message: reason,
}));
export const UserAgentDetailNotFound = defineRefusal('user-agent-detail-not-found', 404, {
  message: '404 UserAgentDetail Not Found',
});

/** Too many texts are waiting to be rendered. */
export const TooManyTexts = defineRefusal(
  'too-many-texts',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '1' },
);
export const MarkdownTooCostly = defineRefusal('markdown-too-costly', 422, {
  message: 'The text takes too much time or memory to render',
});

export const SnippetNotFound = defineRefusal('snippet-not-found', 404, { message: '404 Snippet Not Found' });
export const SnippetInvalid = defineRefusal<{ errors: FieldErrors }>('snippet-invalid', 400, ({ errors }) => ({
  message: errors,
}));

/** Not an address that webhooks are delivered to; which ones are private is not revealed. */
export const HookUrlInvalid = defineRefusal('hook-url-invalid', 422, { error: 'Invalid url given' });
export const HookLimitReached = defineRefusal<{ kind: string; most: number }>(
  'hook-limit-reached',
  422,
  ({ kind, most }) => ({
    error: `Maximum number of ${kind} hooks (${most}) exceeded`,
  }),
);

export const SystemHookNotFound = defineRefusal('system-hook-not-found', 404, {
  message: '404 System hook Not Found',
});

/** A test delivers what the project has. */
export const HookNotTested = defineRefusal<{ kind: 'project' | 'group'; needed: string }>(
  'hook-not-tested',
  422,
  ({ kind, needed }) => ({ message: `Ensure the ${kind} has ${needed}.` }),
);

export const LinkNotFound = defineRefusal('link-not-found', 404, { message: '404 Not found' });
export const NotificationEmailInvalid = defineRefusal('notification-email-invalid', 400, {
  message: { notification_email: ['must be an email you have verified'] },
});
