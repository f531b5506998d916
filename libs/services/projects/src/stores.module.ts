import { Module } from '@nestjs/common';
import { ResourceEventsStore } from '@hearth/issuable';
import { RequestsStore } from './access-requests/requests.store.js';
import { ActivityFinder } from './activity/activity.finder.js';
import { ActivityStore } from './activity/activity.store.js';
import { AccessStore } from './access/access.store.js';
import { ApplicationStatisticsStore } from './application-statistics/application-statistics.store.js';
import { AvatarsStore } from './avatars/avatars.store.js';
import { ProjectsCoreModule } from './core.module.js';
import { CreationTargetsFinder } from './creation-pages/creation-targets.finder.js';
import { CrossReferencesStore } from './cross-references/cross-references.store.js';
import { ForksStore } from './forks/forks.store.js';
import { ProjectGroupsFinder } from './groups/project-groups.finder.js';
import { GroupsFinder } from './groups/groups.finder.js';
import { GroupsStore } from './groups/groups.store.js';
import { DeliveriesStore } from './hook-deliveries/deliveries.store.js';
import { PayloadsStore } from './hook-payloads/payloads.store.js';
import { HooksStore } from './hooks/hooks.store.js';
import { SystemHooksStore } from './system-hooks/system-hooks.store.js';
import { ImportsStore } from './imports/imports.store.js';
import { AttachmentsStore } from './attachments/attachments.store.js';
import { IssueLinksStore } from './issue-links/issue-links.store.js';
import { IssuesFinder } from './issues/issues.finder.js';
import { IssuesStore } from './issues/issues.store.js';
import { UserAgentsStore } from './user-agents/user-agents.store.js';
import { LabelsStore } from './labels/labels.store.js';
import { PromotionsStore } from './labels/promotions.store.js';
import { MemberSourcesStore } from './members/member-sources.store.js';
import { MembersFinder } from './members/members.finder.js';
import { UserMembershipsStore } from './user-memberships/user-memberships.store.js';
import { MembershipsStore } from './members/memberships.store.js';
import { MilestonePromotionsStore } from './milestones/milestone-promotions.store.js';
import { MilestonesStore } from './milestones/milestones.store.js';
import { MovedIssuesStore } from './moved-issues/moved-issues.store.js';
import { ContributionsStore } from './namespaces/contributions.store.js';
import { NamespacePathsFinder } from './namespaces/namespace-paths.finder.js';
import { NamespacesFinder } from './namespaces/namespaces.finder.js';
import { NamespacesStore } from './namespaces/namespaces.store.js';
import { DigestsStore } from './notification-digests/digests.store.js';
import { NotificationSettingsStore } from './notification-settings/notification-settings.store.js';
import { RecipientsStore } from './notifications/recipients.store.js';
import { OwnersStore } from './namespaces/owners.store.js';
import { PathsStore } from './namespaces/paths.store.js';
import { UserRelationsStore } from './namespaces/user-relations.store.js';
import { SystemNotesStore } from './notes/system-notes.store.js';
import { ProjectsFinder } from './projects/projects.finder.js';
import { ProjectsStore } from './projects/projects.store.js';
import { NamespaceStorageStore } from './repositories/namespace-storage.store.js';
import { RepositoryCopiesStore } from './repositories/repository-copies.store.js';
import { RunnersTokensStore } from './runners-tokens/runners-tokens.store.js';
import { GroupLinksStore } from './sharing/group-links.store.js';
import { InvitedGroupsFinder } from './sharing/invited-groups.finder.js';
import { SearchFinder } from './search/search.finder.js';
import { SnippetsStore } from './snippets/snippets.store.js';
import { StarsStore } from './stars/stars.store.js';
import { StatisticsStore } from './statistics/statistics.store.js';
import { TopicsStore } from './topics/topics.store.js';
import { GroupTransfersStore } from './transfers/group-transfers.store.js';
import { TransferLocationsFinder } from './transfers/transfer-locations.finder.js';
import { TodosFinder } from './todos/todos.finder.js';
import { TodosStore } from './todos/todos.store.js';

const stores = [
  AccessStore,
  ActivityStore,
  ActivityFinder,
  NamespacesStore,
  PathsStore,
  ProjectsStore,
  ProjectsFinder,
  RepositoryCopiesStore,
  ContributionsStore,
  UserRelationsStore,
  AvatarsStore,
  OwnersStore,
  StatisticsStore,
  StarsStore,
  RunnersTokensStore,
  ForksStore,
  NamespacesFinder,
  NamespacePathsFinder,
  CreationTargetsFinder,
  ProjectGroupsFinder,
  GroupsStore,
  GroupsFinder,
  MemberSourcesStore,
  MembershipsStore,
  UserMembershipsStore,
  MembersFinder,
  RequestsStore,
  GroupLinksStore,
  InvitedGroupsFinder,
  HooksStore,
  SystemHooksStore,
  DeliveriesStore,
  PayloadsStore,
  ImportsStore,
  CrossReferencesStore,
  LabelsStore,
  PromotionsStore,
  IssuesStore,
  IssuesFinder,
  AttachmentsStore,
  IssueLinksStore,
  MovedIssuesStore,
  UserAgentsStore,
  SystemNotesStore,
  SearchFinder,
  SnippetsStore,
  MilestonesStore,
  ApplicationStatisticsStore,
  MilestonePromotionsStore,
  DigestsStore,
  NotificationSettingsStore,
  RecipientsStore,
  TodosStore,
  TodosFinder,
  TransferLocationsFinder,
  TopicsStore,
  NamespaceStorageStore,
  GroupTransfersStore,
  { provide: ResourceEventsStore, useFactory: () => new ResourceEventsStore('issue_id') },
];

/** All SQL of the service. */
@Module({
  imports: [ProjectsCoreModule],
  providers: stores,
  exports: stores,
})
export class ProjectsStoresModule {}
