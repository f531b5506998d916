import type { CreationPageData } from '../creation-pages/creation-pages.view.js';
import type { EditNotePage, ServicePageData } from '@hearth/pages';
import type { AdminPageData } from '../admin-pages/admin-pages.view.js';
import type { ActivityPageData } from '../activity-pages/activity-pages.view.js';
import type { OwnIssuesPageData } from '../dashboard-pages/own-issues-page.view.js';
import type { TodosPageData } from '../dashboard-pages/todos-page.view.js';
import type { ExplorePageData } from '../explore-pages/explore-pages.view.js';
import type { ForkPageData } from '../forks/fork-pages.view.js';
import type { HookPageData } from '../hook-pages/hook-pages.view.js';
import type { IssueListPageData } from '../issue-pages/issue-list-page.view.js';
import type { IssueFormPageData } from '../issue-pages/issue-form.view.js';
import type { IssuePageData } from '../issue-pages/issue-page.view.js';
import type { MemberPageData } from '../member-pages/member-pages.view.js';
import type { LabelPageData } from '../label-pages/label-pages.view.js';
import type { MilestoneFormPageData } from '../planning-pages/milestone-form.view.js';
import type { MilestoneListPageData, MilestonePageData } from '../planning-pages/milestone-pages.view.js';
import type { SettingsPageData } from '../settings-pages/settings-pages.view.js';
import type { SearchPageData } from '../search-pages/search-pages.view.js';
import type { SnippetFormPageData } from '../snippet-pages/snippet-form.view.js';
import type {
  ProjectSnippetPageData,
  SnippetListPageData,
  SnippetPageData,
} from '../snippet-pages/snippet-pages.view.js';
import type { DigestMailData } from '../notification-digests/digest.view.js';
import type { NotificationPageData } from '../notification-settings/notification-pages.view.js';
import type { MailHtmlData } from '../notifications/mail-html.view.js';
import type { UnsubscribePageData } from '../notifications/unsubscribe.view.js';
import type { OverviewPageData } from './overview-pages.view.js';

/** Data of each page, besides the signed-in user. */
export interface PageData
  extends
    ActivityPageData,
    AdminPageData,
    CreationPageData,
    DigestMailData,
    ExplorePageData,
    ForkPageData,
    HookPageData,
    LabelPageData,
    MemberPageData,
    MailHtmlData,
    NotificationPageData,
    OverviewPageData,
    SearchPageData,
    ServicePageData,
    SettingsPageData,
    UnsubscribePageData {
  readonly todos: TodosPageData;
  readonly 'own-issues': OwnIssuesPageData;
  readonly 'issue-list': IssueListPageData;
  readonly issue: IssuePageData;
  readonly 'issue-form': IssueFormPageData;
  readonly 'edit-note': EditNotePage;
  readonly 'milestone-list': MilestoneListPageData;
  readonly milestone: MilestonePageData;
  readonly 'milestone-form': MilestoneFormPageData;
  readonly 'snippet-form': SnippetFormPageData;
  readonly 'snippet-list': SnippetListPageData;
  readonly 'project-snippet': ProjectSnippetPageData;
  readonly 'personal-snippet': SnippetPageData;
}
