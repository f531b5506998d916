import { ProjectId, UserId, defineQuery, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';
import { IssueReference, MergeRequestCard } from './types.js';

/** Returns the branches of a project that its open merge requests, or those from it to another project, need: sources and targets. */
export const OpenBranchesQuery = defineQuery({
  name: 'merge-requests.open-branches',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ branches: z.array(z.string()) }),
});

/**
 * Returns the branches of a project that a user may push to without the right to push to the project: the sources of its newest 1 000 open merge
 * requests into other projects that allow it, where the user may merge into the target. Whether they are protected is for the caller to check.
 */
export const CollaborationBranchesQuery = defineQuery({
  name: 'merge-requests.collaboration-branches',
  callers: ['repository'],
  input: z.object({
    projectId: ProjectId,
    userId: UserId,
    /** The only branch to look at. */
    branch: z.string().optional(),
  }),
  output: z.object({ branches: z.array(z.string()) }),
});

/** Returns the ends of the commits of the newest 1 000 merged merge requests into a project. */
export const MergedRangesQuery = defineQuery({
  name: 'merge-requests.merged-ranges',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({
    ranges: z.array(
      z.object({
        iid: z.int(),
        headSha: z.string(),
        /** Merge base of the newest version; null where its branches have none. */
        baseSha: z.string().nullable(),
        /** Commits that its merge made. */
        made: z.array(z.string()),
      }),
    ),
  }),
});

/** Returns how many merge requests and notes on them there are, approximately where they are many. */
export const CountMergeRequestsQuery = defineQuery({
  name: 'merge-requests.count',
  callers: ['projects'],
  input: z.object({}),
  output: z.object({ mergeRequests: z.int(), notes: z.int() }),
});

/** Returns a page of the merge requests with a text in title or description that a user may read, the newest first. */
export const SearchMergeRequestsQuery = defineQuery({
  name: 'merge-requests.search',
  callers: ['projects'],
  input: z.object({
    user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }),
    /** Only those into this project, or into the projects of this group and its subgroups. */
    within: z.union([z.object({ projectId: ProjectId }), z.object({ groupId: z.int() })]).optional(),
    text: z.string(),
    state: z.enum(['opened', 'closed', 'merged']).optional(),
    page: z.int().positive(),
    perPage: z.int().positive().max(100),
    /** Beginning of the URLs in the records. */
    baseUrl: z.string(),
    /** Project or group whose references are relative to it, by its full path; null: none. */
    from: z.object({ fullPath: z.string() }).nullable(),
  }),
  output: z.object({
    /** As lists return them (MergeRequestView), with the fields of the version that answers. */
    mergeRequests: z.array(z.looseObject({ id: z.int() })),
    /** Null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
});

/** Returns which issues a merge request closes, and who may read it besides members of its target; null where there is none. */
export const FindMergeRequestQuery = defineQuery({
  name: 'merge-requests.find',
  callers: ['projects'],
  input: z.object({
    projectId: ProjectId,
    iid: z.int(),
    /** It closes issues only where it goes into this branch; null: nowhere. */
    defaultBranch: z.string().nullable(),
    /** The public address of Hearth: texts name issues also by URLs below it. */
    baseUrl: z.string(),
  }),
  output: z.object({
    mergeRequest: z
      .object({
        /** Named by its title, its description and its newest 100 commits; at most 100. */
        closing: z.array(IssueReference),
        authorId: UserId,
        /** The first assignee. */
        assigneeId: UserId.nullable(),
        /** All of them; missing in answers of older versions. */
        assigneeIds: z.array(UserId).optional(),
      })
      .nullable(),
  }),
});

/** Returns the newest open merge requests from a branch, at most four. */
export const OpenMergeRequestsQuery = defineQuery({
  name: 'merge-requests.open-from-branch',
  callers: ['ci', 'repository'],
  input: z.object({ projectId: ProjectId, branch: z.string() }),
  output: z.object({
    /** Targets and numbers, the newest first. */
    mergeRequests: z.array(z.object({ projectId: ProjectId, iid: z.int() })),
  }),
});

/** Returns merge requests by id; unknown and deleted ones are left out. */
export const MergeRequestsByIdsQuery = defineQuery({
  name: 'merge-requests.by-ids',
  callers: ['projects'],
  input: z.object({ ids: z.array(z.int()).max(100) }),
  output: z.object({ mergeRequests: z.array(MergeRequestCard) }),
});

/** Returns the data of a merge request that its pipelines run with; null if it does not exist or was deleted. */
export const MergeRequestForPipelineQuery = defineQuery({
  name: 'merge-requests.for-pipeline',
  callers: ['ci'],
  input: z.object({ projectId: ProjectId, iid: z.int() }),
  output: z.object({
    mergeRequest: z
      .object({
        id: z.int(),
        title: z.string(),
        description: z.string().nullable(),
        state: openEnum(['opened', 'closed', 'locked', 'merged'], 'locked'),
        draft: z.boolean(),
        sourceProjectId: ProjectId,
        sourceBranch: z.string(),
        targetBranch: z.string(),
        /** Newest version. */
        versionId: z.int().nullable(),
        /** Its head. */
        headSha: z.string().nullable(),
        /** Best common ancestor of the head and the target branch at the newest version; null where they have none. */
        baseSha: z.string().nullable(),
        /** Names. */
        labels: z.array(z.string()),
        /** Usernames. */
        assignees: z.array(z.string()),
        /** Title of its milestone. */
        milestone: z.string().nullable(),
      })
      .nullable(),
  }),
});

/** A note on a merge request. */
export const MergeRequestNote = z.object({
  id: z.int(),
  mergeRequest: MergeRequestCard,
  authorId: z.int(),
  body: z.string(),
  /** Line of a diff that it is on; of the old file where the new one has no such line. */
  line: z
    .object({
      path: z.string(),
      number: z.int(),
      /** Side of the diff that has the number, and the commits that the diff is between. */
      side: z.enum(['new', 'old']).optional(),
      from: z.string().optional(),
      to: z.string().optional(),
    })
    .nullish(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type MergeRequestNote = z.output<typeof MergeRequestNote>;

/** Returns notes on merge requests by id; unknown ones, and those of deleted merge requests, are left out. */
export const MergeRequestNotesByIdsQuery = defineQuery({
  name: 'merge-requests.notes-by-ids',
  callers: ['projects'],
  input: z.object({
    ids: z.array(z.int()).max(100),
    /** Characters of each text that are read; without it, whole texts. */
    mostText: z.int().min(0).optional(),
  }),
  output: z.object({ notes: z.array(MergeRequestNote) }),
});

/** A merge request with the fields by which clients show it. */
export const MergeRequestSummary = MergeRequestCard.extend({
  targetProjectId: ProjectId,
  sourceProjectId: ProjectId,
  targetBranch: z.string(),
  sourceBranch: z.string(),
  description: z.string().nullable(),
  state: openEnum(['opened', 'closed', 'locked', 'merged'], 'locked'),
  draft: z.boolean(),
  /** Head of the newest version. */
  headSha: z.string().nullable(),
  authorId: UserId,
  assigneeIds: z.array(UserId),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type MergeRequestSummary = z.output<typeof MergeRequestSummary>;

/** Returns merge requests by id, or by project and number; unknown and deleted ones are left out. */
export const MergeRequestSummariesQuery = defineQuery({
  name: 'merge-requests.summaries',
  callers: ['projects'],
  input: z.object({
    ids: z.array(z.int()).max(100).default([]),
    numbers: z
      .array(z.object({ projectId: ProjectId, iid: z.int() }))
      .max(100)
      .default([]),
  }),
  output: z.object({ mergeRequests: z.array(MergeRequestSummary) }),
});

/** Returns the fields of a merge request for webhook payloads; null if it does not exist or was deleted. */
export const DescribeMergeRequestQuery = defineQuery({
  name: 'merge-requests.describe',
  callers: ['projects'],
  input: z.object({ id: z.int() }),
  output: z.object({
    mergeRequest: MergeRequestCard.extend({
      description: z.string().nullable(),
      state: openEnum(['opened', 'closed', 'locked', 'merged'], 'locked'),
      sourceProjectId: ProjectId,
      sourceBranch: z.string(),
      targetProjectId: ProjectId,
      targetBranch: z.string(),
      authorId: z.int(),
      assigneeIds: z.array(z.int()),
      reviewerIds: z.array(z.int()),
      labelIds: z.array(z.int()),
      milestoneId: z.int().nullable(),
      /** Head of the newest version. */
      headSha: z.string().nullable(),
      mergeCommitSha: z.string().nullable(),
      mergeStatus: z.string(),
      mergeWhenPipelineSucceeds: z.boolean(),
      /** User who merged it, or has set its automatic merge. */
      mergeUserId: z.int().nullable(),
      draft: z.boolean(),
      discussionLocked: z.boolean().nullable(),
      /** In seconds, as `timeSpent`. */
      timeEstimate: z.int().default(0),
      timeSpent: z.int().default(0),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
    }).nullable(),
  }),
});

/**
 * Returns the users who take part in a merge request (author, assignees, reviewers, users who wrote notes, mentioned users), and those who have
 * chosen to subscribe or unsubscribe; at most 1000.
 */
export const MergeRequestParticipantsQuery = defineQuery({
  name: 'merge-requests.participants',
  callers: ['projects'],
  input: z.object({ id: z.int() }),
  output: z.object({
    users: z.array(
      z.object({
        id: z.int(),
        participates: z.boolean(),
        /** Explicit choice of the user; null without one. */
        subscribed: z.boolean().nullable(),
      }),
    ),
  }),
});
