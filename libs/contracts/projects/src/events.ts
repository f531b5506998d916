import {
  auditRecordedEvent,
  defineEvent,
  FEATURE_ACCESS_LEVELS,
  FirstCommit,
  openEnum,
  ProjectId,
  VISIBILITIES,
} from '@hearth/contract-kit';
import { z } from 'zod';
import { Milestone } from './types.js';

const FeatureAccess = openEnum(FEATURE_ACCESS_LEVELS, 'disabled');

export const ProjectCreatedEvent = defineEvent({
  name: 'projects.project-created',
  data: z.object({
    projectId: ProjectId,
    creatorId: z.int(),
    /** The branch that HEAD of the empty repository points at; the default branch name if absent. */
    defaultBranch: z.string().optional(),
    /** The project that this one is a fork of: its repository is not empty, but copied on `projects.fork-requested`. */
    forkedFromId: ProjectId.optional(),
    /** Absent: enabled. */
    builds: FeatureAccess.optional(),
    sharedRunnersEnabled: z.boolean().optional(),
    groupRunnersEnabled: z.boolean().optional(),
    /** Absent: the repository begins empty. */
    firstCommit: FirstCommit.optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** The project was deleted: data stored under its id may be removed. */
export const ProjectDeletedEvent = defineEvent({
  name: 'projects.project-deleted',
  data: z.object({ projectId: ProjectId }),
  key: ({ projectId }) => projectId,
});

/** The group was deleted: data stored under its id may be removed. Published for each group below it as well. */
export const GroupDeletedEvent = defineEvent({
  name: 'projects.group-deleted',
  data: z.object({ groupId: z.int() }),
  key: ({ groupId }) => `namespace-${groupId}`,
});

/**
 * Access was reduced: a member was removed or got a lower access level (`userId`), or a project is no longer shared with a group
 * (`groupId`); with neither it may concern any user, because the project was transferred or its visibility lowered. Published for a project,
 * or for a group with all its subgroups and projects. Permissions must not be derived from it: a service with data that depends on access
 * calls `projects.resolve-access` again. No event is published when a membership expires.
 */
export const AccessRevokedEvent = defineEvent({
  name: 'projects.access-revoked',
  data: z.object({
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    userId: z.int().nullable(),
    groupId: z.int().nullable(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/** The number of storages for the repository of a project, or for those in a group, may have changed; `projects.repository-copies` returns the numbers. */
export const RepositoryCopiesChangedEvent = defineEvent({
  name: 'projects.repository-copies-changed',
  data: z.object({ projectId: ProjectId.nullable(), namespaceId: z.int().nullable() }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/** The project's repository has to be imported; `projects.read-import-source` returns the URL. */
export const ImportRequestedEvent = defineEvent({
  name: 'projects.import-requested',
  data: z.object({ projectId: ProjectId, userId: z.int() }),
  key: ({ projectId }) => projectId,
});

/** A project was forked: the repository of the fork has to be copied from its source's. */
export const ForkRequestedEvent = defineEvent({
  name: 'projects.fork-requested',
  data: z.object({
    projectId: ProjectId,
    sourceProjectId: ProjectId,
    userId: z.int(),
    /** The only branch to copy; without it all branches and tags. */
    branch: z.string().optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** A fork has left its network: its open merge requests into the other projects of the network are closed. */
export const ForkUnlinkedEvent = defineEvent({
  name: 'projects.fork-unlinked',
  data: z.object({
    projectId: ProjectId,
    /** Of the network that it has left; see `forkNetworkId` of the project card. */
    forkNetworkId: ProjectId,
    userId: z.int(),
  }),
  key: ({ projectId }) => projectId,
});

/** A label was deleted: records that store its id lose it, or get the label that it was merged into. */
export const LabelDeletedEvent = defineEvent({
  name: 'projects.label-deleted',
  data: z.object({
    /** Project or group of the label; if it was merged, the group of the other label. */
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    labelId: z.int(),
    mergedInto: z.object({ id: z.int(), name: z.string() }).optional(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/** A milestone was deleted: records that store its id lose it, or get the milestone that it was merged into. */
export const MilestoneDeletedEvent = defineEvent({
  name: 'projects.milestone-deleted',
  data: z.object({
    /** Project or group of the milestone; if it was merged, the group of the other milestone. */
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    milestoneId: z.int(),
    mergedInto: Milestone.pick({ id: true, title: true, state: true, startDate: true, dueDate: true }).optional(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/**
 * A text of an issue, or the message of a pushed commit, names a merge request of a project where the user has that feature. Its
 * owner adds the note `mentioned in <source>`, once for each source.
 */
export const MergeRequestMentionedEvent = defineEvent({
  name: 'projects.mentioned',
  data: z.object({
    /** Of the merge request. */
    projectId: ProjectId,
    iid: z.int(),
    userId: z.int(),
    /** As the note names it: `issue #2`, `commit group/project@<sha>`. */
    source: z.string(),
  }),
  key: ({ projectId }) => projectId,
});

/** Visibility, archival state or features of a project may have changed: as they are now. */
export const ProjectUpdatedEvent = defineEvent({
  name: 'projects.project-updated',
  data: z.object({
    projectId: ProjectId,
    visibility: openEnum(VISIBILITIES, 'private'),
    archived: z.boolean(),
    mergeRequests: FeatureAccess,
    repository: FeatureAccess,
    builds: FeatureAccess.optional(),
    sharedRunnersEnabled: z.boolean().optional(),
    groupRunnersEnabled: z.boolean().optional(),
  }),
  key: ({ projectId }) => projectId,
});

/** A label was changed. */
export const LabelUpdatedEvent = defineEvent({
  name: 'projects.label-updated',
  data: z.object({
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    labelId: z.int(),
    name: z.string(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

/** A milestone of a project or a group was changed. */
export const MilestoneUpdatedEvent = defineEvent({
  name: 'projects.milestone-updated',
  data: z.object({
    projectId: ProjectId.nullable(),
    namespaceId: z.int().nullable(),
    milestoneId: z.int(),
    title: z.string(),
    state: openEnum(['active', 'closed'], 'closed'),
    startDate: z.iso.date().nullable(),
    dueDate: z.iso.date().nullable(),
  }),
  key: ({ projectId, namespaceId }) => projectId ?? `namespace-${namespaceId}`,
});

const change = <S extends z.ZodType>(value: S) => z.object({ previous: value, current: value }).optional();

/** Values of changed fields of an issue. Descriptions above 32 768 characters are left out. */
export const IssueFieldChanges = z.object({
  title: change(z.string()),
  description: change(z.string().nullable()),
  confidential: change(z.boolean()),
  discussionLocked: change(z.boolean().nullable()),
  dueDate: change(z.iso.date().nullable()),
  milestoneId: change(z.int().nullable()),
  assigneeIds: change(z.array(z.int())),
  labelIds: change(z.array(z.int())),
});
export type IssueFieldChanges = z.output<typeof IssueFieldChanges>;

/** An issue was opened, changed, closed or reopened. */
export const IssueSavedEvent = defineEvent({
  name: 'projects.issue-saved',
  data: z.object({
    projectId: ProjectId,
    issueId: z.int(),
    /** User who changed it. */
    userId: z.int(),
    confidential: z.boolean(),
    action: openEnum(['open', 'update', 'close', 'reopen'], 'update'),
    changes: IssueFieldChanges,
  }),
  key: ({ projectId }) => projectId,
});

/** A user wrote or changed a note on an issue or a snippet; system notes are not published. */
export const NoteSavedEvent = defineEvent({
  name: 'projects.note-saved',
  data: z.object({
    projectId: ProjectId,
    noteId: z.int(),
    /** User who wrote or changed it. */
    userId: z.int(),
    action: openEnum(['create', 'update'], 'update'),
  }),
  key: ({ projectId }) => projectId,
});

export const ProjectsAuditRecordedEvent = auditRecordedEvent('projects');
