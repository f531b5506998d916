import type { ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject } from '@hearth/pages';
import type { MilestoneRecord } from '../milestones/milestones.store.js';

/** Values of the form, by the names of its fields; days are `YYYY-MM-DD`. */
export interface MilestoneValues {
  readonly title: string;
  readonly description: string;
  readonly start_date?: string | null | undefined;
  readonly due_date?: string | null | undefined;
}

/** Outcome of the form before. */
export interface MilestoneFormState {
  readonly values?: MilestoneValues;
  readonly failures?: readonly FormFailure[];
}

/** Form of a new milestone, or of one to edit. */
export interface MilestoneFormPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly heading: string;
  /** Address that the form is sent to, and the page that it belongs to. */
  readonly action: string;
  readonly back: string;
  readonly button: string;
  readonly values: MilestoneValues;
  readonly failures: readonly FormFailure[];
}

/** @param milestone null for a new one */
export function presentMilestoneForm(
  access: ProjectAccess,
  milestone: MilestoneRecord | null,
  { values = valuesOf(milestone), failures = [] }: MilestoneFormState,
): MilestoneFormPageData {
  const project = presentPageProject(access, 'milestones');
  const list = `${project.address}/-/milestones`;
  const heading = milestone ? 'Edit milestone' : 'New milestone';
  return {
    title: `${heading} · ${project.fullPath}`,
    ...{ project, heading, values, failures },
    action: milestone ? `${list}/${milestone.iid}/edit` : list,
    back: milestone ? `${list}/${milestone.iid}` : list,
    button: milestone ? 'Save' : 'Create milestone',
  };
}

function valuesOf(milestone: MilestoneRecord | null): MilestoneValues {
  const { title = '', description = '', startDate = null, dueDate = null } = milestone ?? {};
  return { title, description: description ?? '', start_date: startDate, due_date: dueDate };
}
