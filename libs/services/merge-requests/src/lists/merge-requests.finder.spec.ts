import type { ProjectId, UserId } from '@hearth/contract-kit';
import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import { readSearch } from '@hearth/http';
import type { MergeRequestFilters } from './list.rules.js';
import { MergeRequestsFinder, type MergeRequestScope } from './merge-requests.finder.js';
import { MERGE_REQUEST_COLUMNS, MERGE_REQUEST_SOURCES } from '../merge-requests/merge-requests.store.js';

const FILE = new URL('../../src/lists/merge-requests.finder.sql', import.meta.url);
const NEWEST: MergeRequestFilters = { orderBy: 'created_at', sort: 'desc' };
const CALLER = 17 as UserId;
const OF_PROJECT: MergeRequestScope = { of: 'project', projectId: 7 as ProjectId };
const OPEN = ['public', 'internal'] as const;
const OWN = { readers: [1, 2] as ProjectId[], guests: [3] as ProjectId[] };
const OF_ALL: MergeRequestScope = { of: 'everything', admin: false, open: OPEN, ...OWN };
const OF_ALL_FOR_ADMINS: MergeRequestScope = { of: 'everything', admin: true, open: OPEN, readers: [], guests: [] };

function list(scope: MergeRequestScope, filters: Partial<MergeRequestFilters> = {}, page = 1) {
  const finder = new MergeRequestsFinder();
  return (db: Parameters<SqlVariants[string]>[0]) =>
    finder.page(db, CALLER, scope, { ...NEWEST, ...filters }, { page, perPage: 20 });
}

const VARIANTS: SqlVariants = {
  'of a project': list(OF_PROJECT),
  'of a project, open ones, by the last change': list(OF_PROJECT, {
    state: 'opened',
    orderBy: 'updated_at',
    sort: 'asc',
  }),
  'of a project, beyond the end': list(OF_PROJECT, {}, 3),
  'of a project, by numbers': list(OF_PROJECT, { iids: [1, 2] }),
  'of a project, with labels': list(OF_PROJECT, { labels: ['bug', 'doc'] }),
  'of a project, without labels': list(OF_PROJECT, { labels: [] }),
  'of a project, with a milestone': list(OF_PROJECT, { milestone: { title: 'v1' } }),
  'of a project, without a milestone': list(OF_PROJECT, { milestone: 'none' }),
  'of a project, with a milestone that comes': list(OF_PROJECT, { milestone: 'upcoming' }),
  'of a project, with a milestone that has begun': list(OF_PROJECT, { milestone: 'started' }),
  'of a project, by a search': list(OF_PROJECT, { search: readSearch('amber team') }),
  'of a project, awarded by the caller': list(OF_PROJECT, { reaction: 'tada' }),
  'of a project, in a span of time': list(OF_PROJECT, {
    createdAfter: new Date(0),
    createdBefore: new Date(1),
    updatedAfter: new Date(2),
    updatedBefore: new Date(3),
  }),
  'of a project, merged in a span of time, from a project': list(OF_PROJECT, {
    mergedAfter: new Date(4),
    mergedBefore: new Date(5),
    sourceProjectId: 8,
  }),
  'of a project, by a source branch': list(OF_PROJECT, { sourceBranch: 'topic' }),
  'of a project, into a branch, drafts': list(OF_PROJECT, { targetBranch: 'main', draft: true }),
  'of a project, with a label, assigned and reviewed': list(OF_PROJECT, {
    anyLabel: true,
    milestone: 'any',
    assigneeId: 'any',
    reviewerId: 'any',
  }),
  'of a project, assigned to two users, without a reviewer': list(OF_PROJECT, {
    assigneeIds: [4, 5],
    reviewerId: 'none',
    mergedById: 6,
  }),
  'of a project, without several properties': list(OF_PROJECT, {
    not: { labels: ['bug'], milestone: { title: 'v1' }, authorId: 4, assigneeIds: [5], reaction: 'tada', iids: [1] },
    without: { reviewerId: 6, sourceBranch: 'topic', targetBranch: 'main' },
  }),
  'of a milestone of a project': list(OF_PROJECT, { milestoneId: 8 }),
  'of a milestone of a group, for a user': list({ ...OF_ALL, among: [1, 4] as ProjectId[] }, { milestoneId: 8 }),
  'of a group, for a user': list({ ...OF_ALL, among: [1, 4] as ProjectId[] }),
  'of a group, for a user, by a search': list(
    { ...OF_ALL, among: [1, 4] as ProjectId[] },
    { search: readSearch('amber') },
  ),
  'of all projects, for a user': list(OF_ALL),
  'of all projects that are not archived, for a user': list(OF_ALL, { notArchived: true }),
  'of all projects, by the caller': list(OF_ALL, { authorId: CALLER }),
  'of all projects, assigned to the caller': list(OF_ALL, { assigneeId: CALLER, state: 'opened' }),
  'of all projects, for an admin': list(OF_ALL_FOR_ADMINS),
};

describe('the statements of lists of merge requests', () => {
  it(`are those of merge-requests.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS, {
      'columns of a merge request': MERGE_REQUEST_COLUMNS,
      'a merge request with its newest version': MERGE_REQUEST_SOURCES,
    });
    expect(present).toBe(await committedSql(FILE, present));
  });
});
