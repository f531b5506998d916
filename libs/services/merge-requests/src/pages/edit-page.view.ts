import type { ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject } from '@hearth/pages';

/** Form of a merge request's texts. */
export interface EditPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly address: string;
  readonly failures: readonly FormFailure[];
  readonly error: string | null;
  readonly values: { readonly title: string; readonly description: string };
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
  readonly offersSquash: boolean;
}

export interface NewValues {
  readonly title: string;
  readonly description: string;
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

export function presentEditPage(
  access: ProjectAccess,
  iid: number,
  { values, failures = [], error = null }: FormState<EditPageData['values']>,
): EditPageData {
  const project = presentPageProject(access, 'merge-requests');
  const address = `${project.address}/-/merge_requests/${iid}`;
  return { title: `Edit !${iid} · ${project.fullPath}`, project, address, failures, error, values };
}

/** @param offersSquash whether the project lets the author choose */
export function presentNewPage(
  access: ProjectAccess,
  targets: readonly ProjectAccess[],
  { values, failures = [], error = null }: FormState<NewValues>,
  offersSquash: boolean,
): NewPageData {
  const project = presentPageProject(access, 'merge-requests');
  return {
    title: `New merge request · ${project.fullPath}`,
    ...{ project, failures, error, values, offersSquash },
    targets: targets.map(({ project: { id, fullPath } }) => ({ id, name: fullPath })),
  };
}

/** Returns the title that a branch suggests: `Fix the door` for `fix-the_door`. */
export function titleOf(branch: string): string {
  const words = branch.replaceAll(/[-_/\s]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
