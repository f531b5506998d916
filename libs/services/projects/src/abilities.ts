import { AccessLevel } from '@hearth/contract-kit';
import { defineAbilities } from '@hearth/access';

/** Abilities on a project or a group itself. */
export const abilities = defineAbilities({
  /** Of the endpoints of repository; here it decides who is told where the README is. */
  downloadCode: { name: 'download_code', from: AccessLevel.reporter, visitors: 'everyone', feature: 'repository' },
  /** Of the endpoints of repository and ci; on the page of a project it decides what is shown. */
  pushCode: { name: 'push_code', from: AccessLevel.developer, feature: 'repository', whenArchived: false },
  readPipeline: {
    name: 'read_pipeline',
    from: AccessLevel.reporter,
    withPublicJobs: { from: AccessLevel.guest, visitors: 'users' },
    feature: 'builds',
  },
  searchProject: { name: 'search_project', from: AccessLevel.guest, visitors: 'users' },
  searchGroup: { name: 'search_group', on: 'group', from: AccessLevel.guest, visitors: 'users' },
  readProject: { name: 'read_project', from: AccessLevel.guest, visitors: 'everyone' },
  starProject: { name: 'star_project', from: AccessLevel.guest, visitors: 'users' },
  /** The write itself answers whether the project can be forked: with a conflict, not a refusal of permission. */
  requestFork: { name: 'request_fork', from: AccessLevel.guest, visitors: 'users' },
  forkProject: { name: 'fork_project', from: AccessLevel.reporter, visitors: 'users', feature: 'repository' },
  unlinkFork: { name: 'remove_fork_project', from: AccessLevel.owner },
  readGroup: { name: 'read_group', on: 'group', from: AccessLevel.guest, visitors: 'everyone' },
  readMembersCount: { name: 'read_members_count', on: 'group', from: AccessLevel.master },
  readStorageSize: { name: 'read_storage_size', on: 'group', from: AccessLevel.owner },
  updateGroup: { name: 'admin_group', on: 'group', from: AccessLevel.owner },
  createSubgroup: { name: 'create_subgroup', on: 'group', from: AccessLevel.owner },
  /** Decides in groups that let masters create subgroups. */
  createSubgroupAsMaster: { name: 'create_subgroup_as_master', on: 'group', from: AccessLevel.master },
  createProjects: { name: 'create_projects', on: 'group', from: AccessLevel.master },
  /** These decide in groups that let developers create projects, or only owners. */
  createProjectsAsDeveloper: { name: 'create_projects_as_developer', on: 'group', from: AccessLevel.developer },
  createProjectsAsOwner: { name: 'create_projects_as_owner', on: 'group', from: AccessLevel.owner },
  removeGroup: { name: 'remove_group', on: 'group', from: AccessLevel.owner },
  updateProject: { name: 'admin_project', from: AccessLevel.master },
  uploadAttachment: { name: 'upload_file', from: AccessLevel.guest, visitors: 'users' },
  manageAttachment: { name: 'admin_project', from: AccessLevel.master },
  renameProject: { name: 'rename_project', from: AccessLevel.owner },
  changeVisibility: { name: 'change_visibility_level', from: AccessLevel.owner },
  archiveProject: { name: 'archive_project', from: AccessLevel.owner },
  transferProject: { name: 'change_namespace', from: AccessLevel.owner },
  transferIntoGroup: { name: 'admin_group', on: 'group', from: AccessLevel.owner },
  removeProject: { name: 'remove_project', from: AccessLevel.owner },
  readIssue: { name: 'read_issue', from: AccessLevel.guest, visitors: 'users', feature: 'issues' },
  createIssue: { name: 'create_issue', from: AccessLevel.guest, visitors: 'users', feature: 'issues' },
  updateIssue: { name: 'update_issue', from: AccessLevel.reporter, also: ['author', 'assignee'], feature: 'issues' },
  manageIssue: { name: 'admin_issue', from: AccessLevel.reporter, feature: 'issues' },
  /** On both of the issues. */
  manageIssueLink: { name: 'admin_issue_link', from: AccessLevel.reporter, feature: 'issues' },
  readConfidentialIssue: { name: 'read_confidential_issue', from: AccessLevel.reporter, feature: 'issues' },
  setIssueTimes: { name: 'set_issue_times', from: AccessLevel.owner, feature: 'issues' },
  readMergeRequest: {
    name: 'read_merge_request',
    from: AccessLevel.reporter,
    visitors: 'users',
    also: ['author', 'assignee'],
    feature: 'mergeRequests',
  },
  /** The same rule as for reading the merge request. */
  readClosedIssues: {
    name: 'read_closes_issues',
    from: AccessLevel.reporter,
    visitors: 'users',
    also: ['author', 'assignee'],
    feature: 'mergeRequests',
  },
  readSnippet: { name: 'read_project_snippet', from: AccessLevel.guest, visitors: 'users', feature: 'snippets' },
  createSnippet: { name: 'create_project_snippet', from: AccessLevel.reporter, feature: 'snippets' },
  updateSnippet: { name: 'update_project_snippet', from: AccessLevel.master, also: ['author'], feature: 'snippets' },
  createIssueNote: { name: 'create_note', from: AccessLevel.guest, visitors: 'users', feature: 'issues' },
  manageIssueNote: { name: 'admin_note', from: AccessLevel.master, also: ['author'], feature: 'issues' },
  createSnippetNote: { name: 'create_snippet_note', from: AccessLevel.guest, visitors: 'users', feature: 'snippets' },
  manageSnippetNote: { name: 'admin_snippet_note', from: AccessLevel.master, also: ['author'], feature: 'snippets' },
  setSnippetNoteTimes: { name: 'set_snippet_note_times', from: AccessLevel.owner, feature: 'snippets' },
  deleteIssue: { name: 'destroy_issue', from: AccessLevel.owner, feature: 'issues' },
});

/** Abilities to read and change labels. */
export const labelAbilities = {
  project: defineAbilities({
    read: { name: 'read_label', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_label', from: AccessLevel.reporter },
  }),
  group: defineAbilities({
    read: { name: 'read_label', on: 'group', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_label', on: 'group', from: AccessLevel.reporter },
  }),
};

/** Abilities of the caller to choose which mails they get. */
export const notificationAbilities = {
  project: defineAbilities({
    change: { name: 'set_notifications', from: AccessLevel.guest, visitors: 'users' },
  }),
  group: defineAbilities({
    change: { name: 'set_notifications', on: 'group', from: AccessLevel.guest, visitors: 'users' },
  }),
};

/** Abilities to manage webhooks; their URLs and answers may hold secrets. */
export const hookAbilities = {
  project: defineAbilities({ manage: { name: 'admin_project', from: AccessLevel.master } }),
  group: defineAbilities({ manage: { name: 'admin_group', on: 'group', from: AccessLevel.owner } }),
};

/** Abilities to read and change milestones. */
export const milestoneAbilities = {
  project: defineAbilities({
    read: { name: 'read_milestone', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_milestone', from: AccessLevel.developer },
  }),
  group: defineAbilities({
    read: { name: 'read_milestone', on: 'group', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_milestones', on: 'group', from: AccessLevel.developer },
  }),
};

/**
 * Abilities to read and change the members of projects and groups, and to decide on access requests. All members may leave, and all requesters
 * may withdraw.
 */
export const memberAbilities = {
  project: defineAbilities({
    read: { name: 'read_project_member', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_project_member', from: AccessLevel.master },
    searchEmails: { name: 'search_member_emails', from: AccessLevel.master },
    remove: { name: 'destroy_project_member', from: AccessLevel.master, also: ['self'] },
  }),
  group: defineAbilities({
    read: { name: 'read_group_member', on: 'group', from: AccessLevel.guest, visitors: 'users' },
    manage: { name: 'admin_group_member', on: 'group', from: AccessLevel.owner },
    searchEmails: { name: 'search_member_emails', on: 'group', from: AccessLevel.master },
    remove: { name: 'destroy_group_member', on: 'group', from: AccessLevel.owner, also: ['self'] },
  }),
};

/** Abilities to list the users of a project, and to share it with groups. */
export const sharingAbilities = defineAbilities({
  readUsers: { name: 'read_project', from: AccessLevel.guest, visitors: 'everyone' },
  share: { name: 'admin_project', from: AccessLevel.master },
});
