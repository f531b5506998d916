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
    readonly kind: FileFormKind;
    readonly values: FileFormValues;
    readonly failures: readonly FormFailure[];
  };
}

/** A new file has a field for its name, one that is deleted none for its content. */
export type FileFormKind = 'new' | 'edit' | 'delete';

export interface FileFormValues {
  readonly content?: string;
  readonly branch: string;
  readonly file_name?: string | undefined;
  readonly merge_request?: boolean;
  readonly commit_message?: string | undefined;
  readonly last_commit_id?: string | undefined;
}

const VERBS = { edit: 'Edit', delete: 'Delete' } as const;

/** @param at the folder of a new file, or an existing file */
export function presentFileForm(
  access: ProjectAccess,
  kind: FileFormKind,
  at: RefPath,
  { values, failures = [] }: { readonly values: FileFormValues; readonly failures?: readonly FormFailure[] },
): FileEditPageData['file-form'] {
  const project = presentPageProject(access, 'files');
  return {
    title: kind === 'new' ? 'New file' : `${VERBS[kind]} ${at.path}`,
    project,
    action: refAddress(project, kind, at),
    back: refAddress(project, kind === 'new' ? 'tree' : 'blob', at),
    ...{ kind, values, failures },
  };
}
