import { Module } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
import { customAttributeProviders } from '@hearth/custom-attributes';
import { noteProviders } from '@hearth/notes';
import { PagesModule } from '@hearth/pages';
import { provideAudit } from '@hearth/audit';
import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { DataModule, type ServiceSchema } from '@hearth/data';
import type { ApiDeclaration } from '@hearth/http';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule, messagingMigrations } from '@hearth/messaging';
import { AccessStore } from './access/access.store.js';
import { OnArtifactsMeasured } from './events/on-artifacts-measured.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { OnForkProgressed } from './events/on-fork-progressed.js';
import { OnImportProgressed } from './events/on-import-progressed.js';
import { OnIssuesMentioned } from './events/on-issues-mentioned.js';
import { OnMergeRequestMerged } from './events/on-merge-request-merged.js';
import { OnRefUpdated } from './events/on-ref-updated.js';
import { OnStatisticsMeasured } from './events/on-statistics-measured.js';
import { OnUserDeleted } from './events/on-user-deleted.js';
import { OnUserUpdated } from './events/on-user-updated.js';
import {
  GroupAccessRequestsController,
  ProjectAccessRequestsController,
} from './access-requests/access-requests.controller.js';
import { ApproveRequest } from './access-requests/approve.js';
import { DenyRequest } from './access-requests/deny.js';
import { RequestAccess } from './access-requests/request.js';
import { RequestsStore } from './access-requests/requests.store.js';
import { AddMember } from './members/add.js';
import { MemberSourcesStore } from './members/member-sources.store.js';
import { MemberFacts } from './members/member.facts.js';
import { GroupMembersController, ProjectMembersController } from './members/members.controller.js';
import { MembersFinder } from './members/members.finder.js';
import { MembershipsStore } from './members/memberships.store.js';
import { ProjectUsersController } from './members/project-users.controller.js';
import { RemoveMember } from './members/remove.js';
import { UpdateMember } from './members/update.js';
import { NamespaceMemberEntity } from './members/namespace-member.entity.js';
import { ProjectMemberEntity } from './members/project-member.entity.js';
import { AvatarFacts } from './avatars/avatar.facts.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { SaveAvatar } from './avatars/save-avatar.js';
import {
  GroupAttributesController,
  ProjectAttributesController,
} from './custom-attributes/custom-attributes.controller.js';
import { ATTRIBUTE_TABLES } from './custom-attributes/custom-attributes.store.js';
import { CreateGroup } from './groups/create.js';
import { DeleteGroup } from './groups/delete.js';
import { GroupFacts } from './groups/group.facts.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsFinder } from './groups/groups.finder.js';
import { GroupsStore } from './groups/groups.store.js';
import { UpdateGroup } from './groups/update.js';
import { ImportsStore } from './imports/imports.store.js';
import { RequestImport } from './imports/request.js';
import { ForkProject } from './forks/fork.js';
import { ForksController } from './forks/forks.controller.js';
import { ForksStore } from './forks/forks.store.js';
import { LimitForkVisibility } from './forks/limit-visibility.js';
import { LinkFork } from './forks/link.js';
import { UnlinkFork } from './forks/unlink.js';
import { GroupLinkEntity } from './sharing/group-link.entity.js';
import { GroupLinksStore } from './sharing/group-links.store.js';
import { ShareProject } from './sharing/share.js';
import { SharingController } from './sharing/sharing.controller.js';
import { UnshareProject } from './sharing/unshare.js';
import { FeatureAccessLevels1764100000000 } from './migrations/1764100000000-feature-access-levels.js';
import { GroupsAndSharing1763900000000 } from './migrations/1763900000000-groups-and-sharing.js';
import { OneSearchOfProjects1764300000000 } from './migrations/1764300000000-one-search-of-projects.js';
import { ProjectsTables1763800000000 } from './migrations/1763800000000-projects-tables.js';
import { ReservedPaths1764200000000 } from './migrations/1764200000000-reserved-paths.js';
import { ClaimUserNamespace } from './namespaces/claim.js';
import { UserRelationsStore } from './namespaces/user-relations.store.js';
import { ReleaseUser } from './namespaces/release.js';
import { RemoveNamespace } from './namespaces/remove.js';
import { RenameUserNamespace } from './namespaces/rename.js';
import { ContributionsStore } from './namespaces/contributions.store.js';
import { NamespaceEntity } from './namespaces/namespace.entity.js';
import { NamespaceFacts } from './namespaces/namespace.facts.js';
import { NamespacesController } from './namespaces/namespaces.controller.js';
import { NamespacesFinder } from './namespaces/namespaces.finder.js';
import { NamespacesStore } from './namespaces/namespaces.store.js';
import { OwnersStore } from './namespaces/owners.store.js';
import { PathsStore } from './namespaces/paths.store.js';
import { ArchiveProject } from './projects/archive.js';
import { ProjectChangesController } from './projects/project-changes.controller.js';
import { TransferProject } from './transfers/transfer.js';
import { TransferTargetFacts } from './transfers/transfer-target.facts.js';
import { TransfersController } from './transfers/transfers.controller.js';
import { PublishProjectUpdate } from './projects/publish-update.js';
import { UpdateProject } from './projects/update.js';
import { CreateProjectForUser } from './projects/create-for-user.js';
import { CreateProject } from './projects/create.js';
import { DeleteProject } from './projects/delete.js';
import { ProjectEntity } from './projects/project.entity.js';
import { ProjectFacts } from './projects/project.facts.js';
import { OverviewController } from './pages/overview.controller.js';
import { OverviewFacts } from './pages/overview.facts.js';
import { PageRenderer } from './pages/page-renderer.js';
import { ProjectsController } from './projects/projects.controller.js';
import { ProjectsFinder } from './projects/projects.finder.js';
import { ProjectsStore } from './projects/projects.store.js';
import { FindByRunnersToken } from './runners-tokens/find.js';
import { RunnersTokensStore } from './runners-tokens/runners-tokens.store.js';
import { ShowRunnersToken } from './runners-tokens/show.js';
import { StarProject } from './stars/star.js';
import { StarsController } from './stars/stars.controller.js';
import { StarsStore } from './stars/stars.store.js';
import { StatisticsStore } from './statistics/statistics.store.js';
import { UnstarProject } from './stars/unstar.js';
import { ImportsProvider } from './provider/imports.provider.js';
import { LabelsProvider } from './provider/labels.provider.js';
import { OwnersProvider } from './provider/owners.provider.js';
import { RunnersTokensProvider } from './provider/runners-tokens.provider.js';
import { ProjectsProvider } from './provider/projects.provider.js';
import { ReadersProvider } from './provider/readers.provider.js';
import { CreateIssue } from './issues/create.js';
import { DeleteIssue } from './issues/delete.js';
import { IssueChoices } from './issues/issue-choices.js';
import { ClosedIssuesFacts } from './issues/closed-issues.facts.js';
import { IssueFacts } from './issues/issue.facts.js';
import { IssueListsController } from './issues/issue-lists.controller.js';
import { IssuesController } from './issues/issues.controller.js';
import { IssuesFinder } from './issues/issues.finder.js';
import { IssuesStore } from './issues/issues.store.js';
import { IssueQuickActions } from './issues/quick-actions.js';
import { SubscribeToIssue } from './issues/subscribe.js';
import { UpdateIssue } from './issues/update.js';
import { UserAgentsStore } from './issues/user-agents.store.js';
import { CrossReferencesStore } from './cross-references/cross-references.store.js';
import { FollowReferences } from './cross-references/follow.js';
import { MentionInIssue } from './cross-references/mention.js';
import { ReadPushedCommits } from './cross-references/read-pushed-commits.js';
import { FollowReferencesJob, ReadPushedCommitsJob } from './jobs/reference-jobs.js';
import { FollowReferencesWorker, ReadPushedCommitsWorker } from './jobs/reference-workers.js';
import { CreateLabel } from './labels/create.js';
import { DeleteLabel } from './labels/delete.js';
import { LabelFacts } from './labels/label.facts.js';
import { LabelsController } from './labels/labels.controller.js';
import { LabelsStore } from './labels/labels.store.js';
import { ResolveLabels } from './labels/resolve.js';
import { SubscribeToLabel } from './labels/subscribe.js';
import { UpdateLabel } from './labels/update.js';
import { Issues1764400000000 } from './migrations/1764400000000-issues.js';
import { Forks1764610000000 } from './migrations/1764610000000-forks.js';
import { NotesAndSnippets1764500000000 } from './migrations/1764500000000-notes-and-snippets.js';
import { CrossReferences1764600000000 } from './migrations/1764600000000-cross-references.js';
import { Readme1764900000000 } from './migrations/1764900000000-readme.js';
import { ArtifactsSize1764800000000 } from './migrations/1764800000000-artifacts-size.js';
import { CreateMilestone } from './milestones/create.js';
import { DeleteMilestone } from './milestones/delete.js';
import { MilestoneFacts } from './milestones/milestone.facts.js';
import { GroupMilestonesController, ProjectMilestonesController } from './milestones/milestones.controller.js';
import { MilestonesStore } from './milestones/milestones.store.js';
import { UpdateMilestone } from './milestones/update.js';
import { CreateSnippet } from './snippets/create.js';
import { DeleteSnippet } from './snippets/delete.js';
import { LockSnippet } from './snippets/lock.js';
import { PersonalSnippetsController } from './snippets/personal-snippets.controller.js';
import { ProjectSnippetsController } from './snippets/project-snippets.controller.js';
import { RestrictedVisibilityFacts } from './snippets/restricted-visibility.facts.js';
import { SnippetFacts } from './snippets/snippet.facts.js';
import { SnippetsStore } from './snippets/snippets.store.js';
import { UpdateSnippet } from './snippets/update.js';
import { NOTEABLE_KINDS } from './notes/noteable-kinds.js';
import { ProjectNoteables } from './notes/project-noteables.js';
import {
  IssueAwardsController,
  IssueNotesController,
  SnippetAwardsController,
  SnippetNotesController,
} from './notes/notes.controller.js';
import { SystemNotesStore } from './notes/system-notes.store.js';

const schema: ServiceSchema = {
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
  ],
  encrypted: [
    {
      table: 'projects',
      id: 'id',
      columns: [{ column: 'runners_token', lookup: 'runners_token_lookup' }, { column: 'import_url' }],
    },
  ],
  extensions: ['pg_trgm'],
  jobs: true,
};

const memberControllers = [
  ...[ProjectMembersController, GroupMembersController, ProjectUsersController, SharingController],
  ...[ProjectAccessRequestsController, GroupAccessRequestsController],
];

/** Projects, their namespaces, and the permissions in both. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
    PagesModule,
  ],
  controllers: [
    ...[ProjectsController, ProjectChangesController, TransfersController],
    OverviewController,
    GroupsController,
    NamespacesController,
    AvatarsController,
    StarsController,
    ForksController,
    ProjectAttributesController,
    GroupAttributesController,
    ...memberControllers,
    ...[LabelsController, ProjectMilestonesController, GroupMilestonesController],
    ...[IssuesController, IssueListsController],
    ...[ProjectSnippetsController, PersonalSnippetsController],
    ...[IssueNotesController, IssueAwardsController, SnippetNotesController, SnippetAwardsController],
    ...[
      OnForkProgressed,
      OnRefUpdated,
      OnDefaultBranchChanged,
      OnImportProgressed,
      OnMergeRequestMerged,
      OnIssuesMentioned,
      OnUserUpdated,
      OnUserDeleted,
      OnStatisticsMeasured,
      OnArtifactsMeasured,
    ],
    ...[ImportsProvider, LabelsProvider, OwnersProvider, ProjectsProvider, ReadersProvider, RunnersTokensProvider],
  ],
  providers: [
    provideAudit(ProjectsAuditRecordedEvent),
    { provide: OwnAddress, useFactory: () => OwnAddress.fromEnvironment() },
    ...[AccessStore, NamespacesStore, PathsStore, ProjectsStore, ProjectsFinder, ProjectFacts],
    ...[ContributionsStore, UserRelationsStore, RenameUserNamespace, ReleaseUser, RemoveNamespace],
    ...[AvatarsStore, AvatarFacts, SaveAvatar],
    ...customAttributeProviders(ATTRIBUTE_TABLES),
    ...[OwnersStore, StatisticsStore, StarsStore, StarProject, UnstarProject, RunnersTokensStore, ShowRunnersToken],
    ...[FindByRunnersToken],
    ...[ForksStore, ForkProject, LinkFork, UnlinkFork, LimitForkVisibility],
    ...[NamespacesFinder, NamespaceFacts],
    ...[OverviewFacts, PageRenderer],
    ...[GroupsStore, GroupsFinder, GroupFacts, CreateGroup, UpdateGroup, DeleteGroup],
    ...[MemberSourcesStore, MembershipsStore, MembersFinder, MemberFacts, AddMember, UpdateMember, RemoveMember],
    ...[RequestsStore, RequestAccess, ApproveRequest, DenyRequest, GroupLinksStore, ShareProject, UnshareProject],
    ...[CreateProjectForUser, UpdateProject, ArchiveProject, PublishProjectUpdate],
    ...[TransferProject, TransferTargetFacts],
    ...[ImportsStore, RequestImport],
    ...[ClaimUserNamespace, CreateProject, DeleteProject],
    ...[CrossReferencesStore, FollowReferences, MentionInIssue, ReadPushedCommits],
    ...[FollowReferencesWorker, ReadPushedCommitsWorker],
    ...[LabelsStore, LabelFacts, CreateLabel, UpdateLabel, DeleteLabel, SubscribeToLabel, ResolveLabels],
    ...[IssuesStore, IssuesFinder, IssueFacts, ClosedIssuesFacts, IssueChoices, UserAgentsStore, SystemNotesStore],
    ...noteProviders(NOTEABLE_KINDS, ProjectNoteables),
    ...[
      SnippetsStore,
      SnippetFacts,
      RestrictedVisibilityFacts,
      LockSnippet,
      CreateSnippet,
      UpdateSnippet,
      DeleteSnippet,
    ],
    ...[CreateIssue, IssueQuickActions, UpdateIssue, DeleteIssue, SubscribeToIssue],
    ...[MilestonesStore, MilestoneFacts, CreateMilestone, UpdateMilestone, DeleteMilestone],
  ],
})
export class ProjectsModule {
  /** Endpoints, for the gateways. */
  static readonly api: ApiDeclaration = {
    service: 'projects',
    document: new URL('../openapi.generated.json', import.meta.url),
  };
  /** Tables, for the migration job. */
  static readonly schema = schema;
  /** Background jobs, for the migration job. */
  static readonly jobs = [FollowReferencesJob, ReadPushedCommitsJob];
}
