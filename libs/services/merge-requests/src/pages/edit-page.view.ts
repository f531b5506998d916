import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, presentPageProject, type FormFailure, type PageProject, type PageText } from '@hearth/pages';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import type { DescriptionTemplates } from '../description-templates/description-templates.facts.js';
import type { PlannedValues } from './planned-fields.facts.js';

/** Form of a merge request's texts. */
export interface EditPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly address: string;
  readonly failures: readonly FormFailure[];
  readonly error: string | null;
  readonly values: EditValues;
  /** Whether the caller manages merge requests. */
  readonly offersPlanning: boolean;
  /** Whether the caller may choose that members of the target push to the source branch. */
  readonly offersCollaboration: boolean;
}

export interface EditValues extends PlannedValues {
  readonly title: string;
  readonly description: string;
  readonly allow_collaboration: boolean;
}

/** Project that a new merge request may go into. */
export interface PageTarget {
  readonly id: number;
  readonly name: string;
}

export interface NewPageData extends Omit<EditPageData, 'address' | 'values'> {
  /** The project itself, and the one that it was forked from. */
  readonly targets: readonly PageTarget[];
  readonly values: NewValues;
  /** Names of the templates that the description can begin with, and the chosen one. */
  readonly templates: Pick<DescriptionTemplates, 'names' | 'chosen'>;
  /** The description as it will look; null unless it was asked for. */
  readonly preview: PageText | null;
  /** Address of the changes between the branches. */
  readonly changes: string;
  /** Whether the project lets the author choose. */
  readonly offersSquash: boolean;
}

export interface NewValues extends EditValues {
  readonly source_branch: string;
  readonly target_branch: string;
  readonly target_project_id: number;
  readonly remove_source_branch: boolean;
  readonly squash: boolean;
}

/** Values of a form, and its failures. */
export interface FormState<Values> {
  readonly values: Values;
  readonly failures?: readonly FormFailure[];
  readonly error?: string | null;
}

/** State of the form of a new merge request. */
export interface NewFormState extends FormState<NewValues> {
  readonly templates?: NewPageData['templates'];
  readonly preview?: PageText | null;
}

const NO_TEMPLATES = { names: [], chosen: null };

export function presentEditPage(
  access: ProjectAccess,
  iid: number,
  { values, failures = [], error = null }: FormState<EditValues>,
  offers: Pick<EditPageData, 'offersPlanning' | 'offersCollaboration'>,
): EditPageData {
  const project = presentPageProject(access, 'merge-requests');
  const address = `${project.address}/-/merge_requests/${iid}`;
  return { title: `Edit !${iid} · ${project.fullPath}`, project, address, failures, error, values, ...offers };
}

export function presentNewPage(
  access: ProjectAccess,
  targets: readonly ProjectAccess[],
  { values, failures = [], error = null, templates = NO_TEMPLATES, preview = null }: NewFormState,
  offers: Pick<NewPageData, 'offersSquash' | 'offersPlanning' | 'offersCollaboration'>,
): NewPageData {
  const project = presentPageProject(access, 'merge-requests');
  return {
    title: `New merge request · ${project.fullPath}`,
    ...{ project, failures, error, values, templates, preview, ...offers },
    changes: `${project.address}/-/compare/${encodedPath(values.target_branch)}...${encodedPath(values.source_branch)}`,
    targets: targets.map(({ project: { id, fullPath } }) => ({ id, name: fullPath })),
  };
}

/** Returns the values of the fields on the forms of callers who manage merge requests. */
export function presentPlanned({ labels, assignees, reviewers, milestone }: MergeRequestFact): PlannedValues {
  const usernames = (people: MergeRequestFact['assignees']) => people.map(({ username }) => username).join(', ');
  return {
    labels: labels.map(({ name }) => name).join(', '),
    ...{ assignees: usernames(assignees), reviewers: usernames(reviewers) },
    milestone: milestone?.title ?? '',
  };
}

/** Returns the title that a branch suggests: `Fix the door` for `fix-the_door`. */
export function titleOf(branch: string): string {
  const words = branch.replaceAll(/[-_/\s]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
