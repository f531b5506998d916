import type { ProjectAccess } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject } from '@hearth/pages';
import { refAddress } from '../pages/ref-page.view.js';
import type { RefPath } from '../pages/ref-path.rules.js';

export interface FileEditPageData {
  readonly 'file-form': {
    readonly title: string;
    readonly project: PageProject;
    readonly action: string;
    readonly back: string;
    /** The form has a field for the name. */
    readonly isNew: boolean;
    readonly values: FileFormValues;
    readonly failures: readonly FormFailure[];
  };
  readonly 'file-refused': {
    readonly title: string;
    readonly project: PageProject;
    readonly back: string;
    readonly failures: readonly FormFailure[];
  };
}

export interface FileFormValues {
  readonly content: string;
  readonly branch: string;
  readonly file_name?: string | undefined;
  readonly merge_request?: boolean;
  readonly commit_message?: string | undefined;
  readonly last_commit_id?: string | undefined;
}

/** @param page the form of a new file in a folder, or of an existing file */
export function presentFileForm(
  access: ProjectAccess,
  page: 'new' | 'edit',
  at: RefPath,
  { values, failures = [] }: { readonly values: FileFormValues; readonly failures?: readonly FormFailure[] },
): FileEditPageData['file-form'] {
  const project = presentPageProject(access, 'files');
  return {
    title: page === 'new' ? 'New file' : `Edit ${at.path}`,
    project,
    action: refAddress(project, page, at),
    back: refAddress(project, page === 'new' ? 'tree' : 'blob', at),
    isNew: page === 'new',
    ...{ values, failures },
  };
}

export function presentRefusedFile(
  access: ProjectAccess,
  at: RefPath,
  failures: readonly FormFailure[],
): FileEditPageData['file-refused'] {
  const project = presentPageProject(access, 'files');
  return { title: `${at.path} is not deleted`, project, back: refAddress(project, 'blob', at), failures };
}
