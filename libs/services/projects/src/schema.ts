import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { NamespaceMemberEntity } from './members/namespace-member.entity.js';
import { ProjectMemberEntity } from './members/project-member.entity.js';
import { GroupLinkEntity } from './sharing/group-link.entity.js';
import { FeatureAccessLevels1764100000000 } from './migrations/1764100000000-feature-access-levels.js';
import { Hooks1767400000000 } from './migrations/1767400000000-hooks.js';
import { TriedHookDeliveries1767400200000 } from './migrations/1767400200000-tried-hook-deliveries.js';
import { HookDeliveries1767400100000 } from './migrations/1767400100000-hook-deliveries.js';
import { GroupsAndSharing1763900000000 } from './migrations/1763900000000-groups-and-sharing.js';
import { OneSearchOfProjects1764300000000 } from './migrations/1764300000000-one-search-of-projects.js';
import { ProjectsTables1763800000000 } from './migrations/1763800000000-projects-tables.js';
import { ReservedPaths1764200000000 } from './migrations/1764200000000-reserved-paths.js';
import { NamespaceEntity } from './namespaces/namespace.entity.js';
import { ProjectEntity } from './projects/project.entity.js';
import { Issues1764400000000 } from './migrations/1764400000000-issues.js';
import { Forks1764610000000 } from './migrations/1764610000000-forks.js';
import { NotesAndSnippets1764500000000 } from './migrations/1764500000000-notes-and-snippets.js';
import { CrossReferences1764600000000 } from './migrations/1764600000000-cross-references.js';
import { Readme1764900000000 } from './migrations/1764900000000-readme.js';
import { RepositoryLimits1765600000000 } from './migrations/1765600000000-repository-limits.js';
import { RepositoryCopies1767000000000 } from './migrations/1767000000000-repository-copies.js';
import { MergeSettings1767100000000 } from './migrations/1767100000000-merge-settings.js';
import { LabelsOfGroups1767100100000 } from './migrations/1767100100000-labels-of-groups.js';
import { ProjectSettingsOfToday1767100200000 } from './migrations/1767100200000-project-settings-of-today.js';
import { ClosersOfIssues1767100500000 } from './migrations/1767100500000-closers-of-issues.js';
import { IssueLinks1768100000000 } from './migrations/1768100000000-issue-links.js';
import { MovedIssues1768100100000 } from './migrations/1768100100000-moved-issues.js';
import { TimeTracking1767800400000 } from './migrations/1767800400000-time-tracking.js';
import { Discussions1767800100000 } from './migrations/1767800100000-discussions.js';
import { ActivityEvents1768000000000 } from './migrations/1768000000000-activity-events.js';
import { CreationLevels1768110000000 } from './migrations/1768110000000-creation-levels.js';
import { SearchOfMilestones1768120000000 } from './migrations/1768120000000-search-of-milestones.js';
import { HookSigningTokens1768610000000 } from './migrations/1768610000000-hook-signing-tokens.js';
import { SystemHooks1768611000000 } from './migrations/1768611000000-system-hooks.js';
import { HooksOfGroups1768000100000 } from './migrations/1768000100000-hooks-of-groups.js';
import { ArtifactsSize1764800000000 } from './migrations/1764800000000-artifacts-size.js';
import { LfsSize1768810000000 } from './migrations/1768810000000-lfs-size.js';
import { Attachments1768300000000 } from './migrations/1768300000000-attachments.js';
import { Todos1769300000000 } from './migrations/1769300000000-todos.js';
import { EventsByLabel1770200000000 } from './migrations/1770200000000-events-by-label.js';
import { Topics1770224000000 } from './migrations/1770224000000-topics.js';
import { NotificationSettings1795634662000 } from './migrations/1795634662000-notification-settings.js';
import { Notifications1795634904000 } from './migrations/1795634904000-notifications.js';
import { StorageSizeLimits1795829955000 } from './migrations/1795829955000-storage-size-limits.js';
import { MergePipelines1795842447000 } from './migrations/1795842447000-merge-pipelines.js';
import { CreatedSnippets1795856656000 } from './migrations/1795856656000-created-snippets.js';
import { IssuesByTime1795870919000 } from './migrations/1795870919000-issues-by-time.js';
import { GroupRunners1795880000000 } from './migrations/1795880000000-group-runners.js';
import { ActivitiesOfUsers1795881000000 } from './migrations/1795881000000-activities-of-users.js';
import { ActivitiesOfAllKinds1795882000000 } from './migrations/1795882000000-activities-of-all-kinds.js';
import { NamesOfLabelsAndMilestones1795883000000 } from './migrations/1795883000000-names-of-labels-and-milestones.js';
import { SearchOfPaths1795884000000 } from './migrations/1795884000000-search-of-paths.js';
import { IssuesByDueDate1795884100000 } from './migrations/1795884100000-issues-by-due-date.js';
import { IssuesByEveryOrder1795936000000 } from './migrations/1795936000000-issues-by-every-order.js';
import { DefaultBranchesOfGroups1795943723000 } from './migrations/1795943723000-default-branches-of-groups.js';
import { CommitUnsubscriptions1795944567000 } from './migrations/1795944567000-commit-unsubscriptions.js';
import { DefaultTargets1795921000000 } from './migrations/1795921000000-default-targets.js';
import { RepliesOfDiscussions1795885000000 } from './migrations/1795885000000-replies-of-discussions.js';
import { NotificationDigests1795831200000 } from './migrations/1795831200000-notification-digests.js';
import { ResourceEvents1768630000000 } from './migrations/1768630000000-resource-events.js';

export const schema: ServiceSchema = {
  service: 'projects',
  entities: [NamespaceEntity, ProjectEntity, ProjectMemberEntity, NamespaceMemberEntity, GroupLinkEntity],
  migrations: [
    ...messagingMigrations,
    ProjectsTables1763800000000,
    GroupsAndSharing1763900000000,
    FeatureAccessLevels1764100000000,
    ReservedPaths1764200000000,
    OneSearchOfProjects1764300000000,
    Issues1764400000000,
    NotesAndSnippets1764500000000,
    CrossReferences1764600000000,
    Forks1764610000000,
    ArtifactsSize1764800000000,
    Readme1764900000000,
    RepositoryLimits1765600000000,
    RepositoryCopies1767000000000,
    MergeSettings1767100000000,
    LabelsOfGroups1767100100000,
    ProjectSettingsOfToday1767100200000,
    Hooks1767400000000,
    ClosersOfIssues1767100500000,
    HookDeliveries1767400100000,
    TriedHookDeliveries1767400200000,
    IssueLinks1768100000000,
    MovedIssues1768100100000,
    Discussions1767800100000,
    ActivityEvents1768000000000,
    CreationLevels1768110000000,
    Attachments1768300000000,
    ResourceEvents1768630000000,
    SearchOfMilestones1768120000000,
    TimeTracking1767800400000,
    HooksOfGroups1768000100000,
    HookSigningTokens1768610000000,
    LfsSize1768810000000,
    SystemHooks1768611000000,
    Todos1769300000000,
    EventsByLabel1770200000000,
    Topics1770224000000,
    NotificationSettings1795634662000,
    Notifications1795634904000,
    StorageSizeLimits1795829955000,
    MergePipelines1795842447000,
    NotificationDigests1795831200000,
    CreatedSnippets1795856656000,
    IssuesByTime1795870919000,
    GroupRunners1795880000000,
    ActivitiesOfUsers1795881000000,
    ActivitiesOfAllKinds1795882000000,
    NamesOfLabelsAndMilestones1795883000000,
    SearchOfPaths1795884000000,
    IssuesByDueDate1795884100000,
    RepliesOfDiscussions1795885000000,
    DefaultTargets1795921000000,
    IssuesByEveryOrder1795936000000,
    DefaultBranchesOfGroups1795943723000,
    CommitUnsubscriptions1795944567000,
  ],
  encrypted: [
    {
      table: 'projects',
      id: 'id',
      columns: [{ column: 'runners_token', lookup: 'runners_token_lookup' }, { column: 'import_url' }],
    },
    { table: 'hooks', id: 'id', columns: [{ column: 'url' }, { column: 'token' }, { column: 'signing_token' }] },
  ],
  extensions: ['pg_trgm'],
  jobs: true,
};
