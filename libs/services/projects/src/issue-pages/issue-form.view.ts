import { may } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject } from '@hearth/pages';
import { abilities } from '../abilities.js';
import type { IssueRecord } from '../issues/issues.finder.js';

/** Values of the form, by the names of its fields. The last four are on the forms of users who manage issues. */
export interface IssueFormValues {
  readonly title: string;
  readonly description: string;
  readonly confidential: boolean;
  /** Names, separated by commas. */
  readonly labels?: string | undefined;
  /** Usernames, separated by commas. */
  readonly assignees?: string | undefined;
  readonly milestone_id?: number | undefined;
  readonly due_date?: string | undefined;
}

export interface OfferedMilestone {
  readonly id: number;
  readonly title: string;
}

/** Form of a new issue, or of one to edit. */
export interface IssueFormPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly heading: string;
  /** Address that the form is sent to, and the page that it belongs to. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  readonly failures: readonly FormFailure[];
  readonly values: IssueFormValues;
  /** Null for users who do not manage issues. */
  readonly milestones: readonly OfferedMilestone[] | null;
}

/** Issue whose form is shown. */
export interface EditedIssue {
  readonly iid: number;
  readonly milestone: OfferedMilestone | null;
}

/** Whether the form has the fields of users who manage issues. */
export function managesIssues(access: ProjectAccess, caller: Principal): boolean {
  return may(abilities.manageIssue, access, caller);
}

/** @param iid of the issue to edit; null for a new one */
export function presentIssueForm(
  access: ProjectAccess,
  iid: number | null,
  { values, milestones }: Pick<IssueFormPageData, 'values' | 'milestones'>,
  failures: readonly FormFailure[] = [],
): IssueFormPageData {
  const project = presentPageProject(access, 'issues');
  const list = `${project.address}/-/issues`;
  const own =
    iid === null
      ? { heading: 'New issue', action: list, back: list, button: 'Open issue' }
      : { heading: `Edit issue #${iid}`, action: `${list}/${iid}/edit`, back: `${list}/${iid}`, button: 'Save' };
  return { title: `${own.heading} · ${project.fullPath}`, project, ...own, failures, values, milestones };
}

/** Values of the form of an issue. */
export function issueValues(issue: IssueRecord): IssueFormValues {
  const { title, description, confidential, labels, assignees, milestone, dueDate } = issue;
  return {
    ...{ title, description: description ?? '', confidential, milestone_id: milestone?.id },
    labels: labels.join(', '),
    assignees: assignees.map(({ username }) => username).join(', '),
    due_date: dueDate ?? '',
  };
}

/** Milestones to choose from: those on offer, and the one that the issue has. */
export function withOwnMilestone(
  offered: readonly OfferedMilestone[],
  { milestone }: EditedIssue,
): readonly OfferedMilestone[] {
  return !milestone || offered.some(({ id }) => id === milestone.id) ? offered : [milestone, ...offered];
}
