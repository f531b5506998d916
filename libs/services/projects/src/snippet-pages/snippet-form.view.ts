import { VISIBILITIES, type ProjectAccess, type Visibility } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject, type SelectOptions } from '@hearth/pages';
import type { SnippetRecord } from '../snippets/snippets.store.js';

/** Address of the list of the caller's personal snippets. */
export const OWN_SNIPPETS = '/dashboard/snippets';

export interface SnippetFormValues {
  readonly title: string;
  readonly file_name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly content: string;
  readonly visibility: Visibility;
}

/** Form of a new snippet, or of one that exists. */
export interface SnippetFormPageData {
  readonly title: string;
  /** Absent for a personal one. */
  readonly project?: PageProject;
  readonly heading: string;
  readonly action: string;
  readonly back: string;
  readonly visibilities: SelectOptions;
  /** Sentences about the visibilities. */
  readonly audience: string;
  readonly values: SnippetFormValues;
  readonly failures: readonly FormFailure[];
}

export const NEW_SNIPPET: SnippetFormValues = { title: '', content: '', visibility: 'private' };

const HINTS = {
  project:
    'Private: members of the project. Internal: all users who are not external. Public: everybody who sees the project.',
  personal: 'Private: you alone. Internal: all users who are not external. Public: all users.',
};

/**
 * @param access null for a personal one
 * @param id undefined for a new one
 */
export function presentSnippetForm(
  access: ProjectAccess | null,
  id: number | undefined,
  values: SnippetFormValues,
  failures: readonly FormFailure[] = [],
): SnippetFormPageData {
  const project = access && presentPageProject(access, 'snippets');
  const address = project ? `${project.address}/-/snippets` : '/snippets';
  const heading = id === undefined ? 'New snippet' : 'Edit snippet';
  const action = id === undefined ? address : `${address}/${id}`;
  return {
    title: project ? `${heading} · ${project.fullPath}` : heading,
    ...(project && { project }),
    ...{ heading, action, values, failures },
    back: id === undefined && !project ? OWN_SNIPPETS : action,
    visibilities: VISIBILITIES.map((each) => [each, each] as const),
    audience: project ? HINTS.project : HINTS.personal,
  };
}

export function valuesOf(
  { title, fileName, visibility, description }: SnippetRecord,
  content: string,
): SnippetFormValues {
  return { title, file_name: fileName, description, content, visibility };
}
