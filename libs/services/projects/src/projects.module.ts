import { Module } from '@nestjs/common';
import type { ApiDeclaration } from '@hearth/http';
import { AccessRequestsModule } from './access-requests/access-requests.module.js';
import { AdminPagesModule } from './admin-pages/admin-pages.module.js';
import { ActivityPagesModule } from './activity-pages/activity-pages.module.js';
import { ActivityModule } from './activity/activity.module.js';
import { AvatarsModule } from './avatars/avatars.module.js';
import { ProjectsCoreModule } from './core.module.js';
import { CreationPagesModule } from './creation-pages/creation-pages.module.js';
import { CrossReferencesModule } from './cross-references/cross-references.module.js';
import { CustomAttributesModule } from './custom-attributes/custom-attributes.module.js';
import { DashboardPagesModule } from './dashboard-pages/dashboard-pages.module.js';
import { ExplorePagesModule } from './explore-pages/explore-pages.module.js';
import { GitignoresModule } from './gitignores/gitignores.module.js';
import { ReactionsModule } from './reactions.module.js';
import { ForksModule } from './forks/forks.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { HookDeliveriesModule } from './hook-deliveries/hook-deliveries.module.js';
import { HookPagesModule } from './hook-pages/hook-pages.module.js';
import { HooksModule } from './hooks/hooks.module.js';
import { SystemHooksModule } from './system-hooks/system-hooks.module.js';
import { ImportsModule } from './imports/imports.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { IssueLinksModule } from './issue-links/issue-links.module.js';
import { IssuePagesModule } from './issue-pages/issue-pages.module.js';
import { IssuesModule } from './issues/issues.module.js';
import * as jobs from './jobs.js';
import { LabelPagesModule } from './label-pages/label-pages.module.js';
import { LabelsModule } from './labels/labels.module.js';
import { LicensesModule } from './licenses/licenses.module.js';
import { MarkdownModule } from './markdown/markdown.module.js';
import { UserMembershipsModule } from './user-memberships/user-memberships.module.js';
import { MemberPagesModule } from './member-pages/member-pages.module.js';
import { MembersModule } from './members/members.module.js';
import { MilestonesModule } from './milestones/milestones.module.js';
import { MovedIssuesModule } from './moved-issues/moved-issues.module.js';
import { NamespacesModule } from './namespaces/namespaces.module.js';
import { NotesModule } from './notes/notes.module.js';
import { NotificationSettingsModule } from './notification-settings/notification-settings.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { ProjectsPagesModule } from './pages/pages.module.js';
import { PlanningPagesModule } from './planning-pages/planning-pages.module.js';
import { ProjectModule } from './projects/project.module.js';
import { ProviderModule } from './provider/provider.module.js';
import { ResourceEventsModule } from './resource-events/resource-events.module.js';
import { RunnersTokensModule } from './runners-tokens/runners-tokens.module.js';
import { schema } from './schema.js';
import { SearchPagesModule } from './search-pages/search-pages.module.js';
import { SearchModule } from './search/search.module.js';
import { TimeTrackingModule } from './time-tracking/time-tracking.module.js';
import { SettingsPagesModule } from './settings-pages/settings-pages.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { SnippetPagesModule } from './snippet-pages/snippet-pages.module.js';
import { SnippetsModule } from './snippets/snippets.module.js';
import { StarsModule } from './stars/stars.module.js';
import { TodosModule } from './todos/todos.module.js';
import { ApplicationStatisticsModule } from './application-statistics/application-statistics.module.js';
import { TopicsModule } from './topics/topics.module.js';
import { TransfersModule } from './transfers/transfers.module.js';

/** Projects, their namespaces, and the permissions in both. */
@Module({
  imports: [
    ProjectsCoreModule,
    AccessRequestsModule,
    ActivityModule,
    ActivityPagesModule,
    AdminPagesModule,
    AvatarsModule,
    CrossReferencesModule,
    CustomAttributesModule,
    DashboardPagesModule,
    ExplorePagesModule,
    ReactionsModule,
    ForksModule,
    GitignoresModule,
    GroupsModule,
    HookDeliveriesModule,
    HooksModule,
    SystemHooksModule,
    ImportsModule,
    AttachmentsModule,
    IssueLinksModule,
    IssuePagesModule,
    IssuesModule,
    LabelPagesModule,
    LabelsModule,
    LicensesModule,
    MarkdownModule,
    MembersModule,
    UserMembershipsModule,
    MilestonesModule,
    MovedIssuesModule,
    NamespacesModule,
    NotesModule,
    NotificationSettingsModule,
    NotificationsModule,
    ProjectsPagesModule,
    PlanningPagesModule,
    ProjectModule,
    ProviderModule,
    ResourceEventsModule,
    RunnersTokensModule,
    SearchModule,
    SearchPagesModule,
    SharingModule,
    SnippetPagesModule,
    SnippetsModule,
    StarsModule,
    TodosModule,
    TopicsModule,
    ApplicationStatisticsModule,
    TransfersModule,
    TimeTrackingModule,
    CreationPagesModule,
    SettingsPagesModule,
    MemberPagesModule,
    HookPagesModule,
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
  static readonly jobs = Object.values(jobs);
}
