import { Module } from '@nestjs/common';
import { DataModule, type ServiceSchema } from '@hearth/data';
import { MessagingModule, messagingMigrations } from '@hearth/messaging';
import { AccessStore } from './access/access.store.js';
import { OnDefaultBranchChanged } from './events/on-default-branch-changed.js';
import { OnImportProgressed } from './events/on-import-progressed.js';
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
import { HoldersStore } from './members/holders.store.js';
import { MemberFacts } from './members/member.facts.js';
import { GroupMembersController } from './members/group-members.controller.js';
import { ProjectMembersController } from './members/project-members.controller.js';
import { MembersFinder } from './members/members.finder.js';
import { MembershipsStore } from './members/memberships.store.js';
import { ProjectUsersController } from './members/project-users.controller.js';
import { RemoveMember } from './members/remove.js';
import { UpdateMember } from './members/update.js';
import { MembersStore } from './members/members.store.js';
import { NamespaceMemberEntity } from './members/namespace-member.entity.js';
import { ProjectMemberEntity } from './members/project-member.entity.js';
import { AccessRequestEntity } from './members/access-request.entity.js';
import { AvatarEntity } from './avatars/avatar.entity.js';
import { AvatarFacts } from './avatars/avatar.facts.js';
import { AvatarsController } from './avatars/avatars.controller.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { SaveAvatar } from './avatars/save-avatar.js';
import { CustomAttributeEntity } from './custom-attributes/custom-attribute.entity.js';
import { CustomAttributeFacts } from './custom-attributes/custom-attribute.facts.js';
import {
  GroupAttributesController,
  ProjectAttributesController,
} from './custom-attributes/custom-attributes.controller.js';
import { CustomAttributesStore } from './custom-attributes/custom-attributes.store.js';
import { DeleteCustomAttribute } from './custom-attributes/delete.js';
import { SetCustomAttribute } from './custom-attributes/set.js';
import { CreateGroup } from './groups/create.js';
import { DeleteGroup } from './groups/delete.js';
import { GroupFacts } from './groups/group.facts.js';
import { GroupsController } from './groups/groups.controller.js';
import { GroupsFinder } from './groups/groups.finder.js';
import { GroupsStore } from './groups/groups.store.js';
import { UpdateGroup } from './groups/update.js';
import { ImportsStore } from './imports/imports.store.js';
import { RequestImport } from './imports/request.js';
import { GroupLinkEntity } from './sharing/group-link.entity.js';
import { GroupLinksStore } from './sharing/group-links.store.js';
import { ShareProject } from './sharing/share.js';
import { SharingController } from './sharing/sharing.controller.js';
import { UnshareProject } from './sharing/unshare.js';
import { GroupsAndSharing1763900000000 } from './migrations/0002-groups-and-sharing.js';
import { ProjectsTables1763800000000 } from './migrations/0001-projects-tables.js';
import { RedirectEntity } from './namespaces/redirect.entity.js';
import { StarEntity } from './stars/star.entity.js';
import { ClaimUserNamespace } from './namespaces/claim.js';
import { HoldingsStore } from './namespaces/holdings.store.js';
import { ReleaseUser } from './namespaces/release.js';
import { RemoveNamespace } from './namespaces/remove.js';
import { RenameUserNamespace } from './namespaces/rename.js';
import { NamespaceEntity } from './namespaces/namespace.entity.js';
import { NamespaceFacts } from './namespaces/namespace.facts.js';
import { NamespacesController } from './namespaces/namespaces.controller.js';
import { NamespacesFinder } from './namespaces/namespaces.finder.js';
import { NamespacesStore } from './namespaces/namespaces.store.js';
import { OwnersStore } from './namespaces/owners.store.js';
import { PathsStore } from './namespaces/paths.store.js';
import { RouteEntity } from './namespaces/route.entity.js';
import { ArchiveProject } from './projects/changes/archive.js';
import { ChangedProjectsStore } from './projects/changes/changed-projects.store.js';
import { ProjectChangesController } from './projects/changes/project-changes.controller.js';
import { TransferProject } from './projects/changes/transfer.js';
import { TransferTargetFacts } from './projects/changes/transfer-target.facts.js';
import { TransfersController } from './projects/changes/transfers.controller.js';
import { UpdateProject } from './projects/changes/update.js';
import { CreateProjectForUser } from './projects/create-for-user.js';
import { CreateProject } from './projects/create.js';
import { DeleteProject } from './projects/delete.js';
import { InsertProject } from './projects/insert.js';
import { ProjectEntity } from './projects/project.entity.js';
import { ProjectFacts } from './projects/project.facts.js';
import { ProjectsController } from './projects/projects.controller.js';
import { ProjectsFinder } from './projects/projects.finder.js';
import { ProjectsStore } from './projects/projects.store.js';
import { RunnersTokensStore } from './runners-tokens/runners-tokens.store.js';
import { ShowRunnersToken } from './runners-tokens/show.js';
import { StarProject } from './stars/star.js';
import { StarsController } from './stars/stars.controller.js';
import { StarsStore } from './stars/stars.store.js';
import { StatisticsStore } from './statistics/statistics.store.js';
import { UnstarProject } from './stars/unstar.js';
import { ApplyChanges } from './projects/changes/apply.js';
import { ImportsProvider } from './provider/imports.provider.js';
import { OwnersProvider } from './provider/owners.provider.js';
import { ProjectsProvider } from './provider/projects.provider.js';

const schema: ServiceSchema = {
  service: 'projects',
  entities: [
    ...[NamespaceEntity, RouteEntity, RedirectEntity, ProjectEntity, ProjectMemberEntity, NamespaceMemberEntity],
    ...[GroupLinkEntity, StarEntity, AccessRequestEntity, CustomAttributeEntity, AvatarEntity],
  ],
  migrations: [...messagingMigrations, ProjectsTables1763800000000, GroupsAndSharing1763900000000],
  encrypted: [
    {
      table: 'projects',
      id: 'id',
      columns: [{ column: 'runners_token', lookup: 'runners_token_lookup' }, { column: 'import_url' }],
    },
  ],
  extensions: ['pg_trgm'],
  jobs: false,
};
const reactions = [
  OnRefUpdated,
  OnDefaultBranchChanged,
  OnImportProgressed,
  OnUserUpdated,
  OnUserDeleted,
  OnStatisticsMeasured,
];

const memberControllers = [
  ...[ProjectMembersController, GroupMembersController, ProjectUsersController, SharingController],
  ...[ProjectAccessRequestsController, GroupAccessRequestsController],
];

/** Projects, the namespaces around them, and who may see and do what. */
@Module({
  imports: [DataModule.forService(schema), MessagingModule.forService(schema.service, { reactions })],
  controllers: [
    ...[ProjectsController, ProjectChangesController, TransfersController],
    GroupsController,
    NamespacesController,
    AvatarsController,
    StarsController,
    ProjectAttributesController,
    GroupAttributesController,
    ...memberControllers,
    ...reactions,
  ],
  providers: [
    ...[AccessStore, MembersStore, NamespacesStore, PathsStore, ProjectsStore, ProjectsFinder, ProjectFacts],
    ...[HoldingsStore, RenameUserNamespace, ReleaseUser, RemoveNamespace],
    ...[AvatarsStore, AvatarFacts, SaveAvatar],
    ...[CustomAttributesStore, CustomAttributeFacts, SetCustomAttribute, DeleteCustomAttribute],
    ...[OwnersStore, StatisticsStore, StarsStore, StarProject, UnstarProject, RunnersTokensStore, ShowRunnersToken],
    ...[NamespacesFinder, NamespaceFacts],
    ...[GroupsStore, GroupsFinder, GroupFacts, CreateGroup, UpdateGroup, DeleteGroup],
    ...[HoldersStore, MembershipsStore, MembersFinder, MemberFacts, AddMember, UpdateMember, RemoveMember],
    ...[RequestsStore, RequestAccess, ApproveRequest, DenyRequest, GroupLinksStore, ShareProject, UnshareProject],
    ...[InsertProject, CreateProjectForUser, ChangedProjectsStore, UpdateProject, ArchiveProject],
    ...[TransferProject, TransferTargetFacts],
    ...[ImportsStore, RequestImport, ImportsProvider, ApplyChanges],
    ...[ClaimUserNamespace, CreateProject, DeleteProject, ProjectsProvider, OwnersProvider],
  ],
})
export class ProjectsModule {
  /** Tables, for the migration. */
  static readonly schema = schema;
  /** Background jobs, for the migration: none. */
  static readonly jobs: readonly never[] = [];
}
