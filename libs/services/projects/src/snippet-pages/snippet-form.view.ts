import { VISIBILITIES, type ProjectAccess, type Visibility } from '@hearth/contract-kit';
import { presentPageProject, type FormFailure, type PageProject, type SelectOptions } from '@hearth/pages';
import type { SnippetRecord } from '../snippets/snippets.store.js';

export interface SnippetFormValues {
  readonly title: string;
  readonly file_name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly content: string;
  readonly visibility: Visibility;
}

/** Form of a new snippet of a project, or of one that exists. */
export interface SnippetFormPageData {
  readonly title: string;
  readonly project: PageProject;
  readonly heading: string;
  readonly action: string;
  readonly back: string;
  readonly visibilities: SelectOptions;
  readonly values: SnippetFormValues;
  readonly failures: readonly FormFailure[];
}

export const NEW_SNIPPET: SnippetFormValues = { title: '', content: '', visibility: 'private' };

/** @param id undefined for a new one */
export function presentSnippetForm(
  access: ProjectAccess,
  id: number | undefined,
  values: SnippetFormValues,
  failures: readonly FormFailure[] = [],
): SnippetFormPageData {
  const project = presentPageProject(access, 'snippets');
  const list = `${project.address}/-/snippets`;
  const heading = id === undefined ? 'New snippet' : 'Edit snippet';
  const action = id === undefined ? list : `${list}/${id}`;
  const visibilities = VISIBILITIES.map((each) => [each, each] as const);
  return {
    title: `${heading} · ${project.fullPath}`,
    ...{ project, heading, action, visibilities, values, failures },
    back: action,
  };
}

export function valuesOf(
  { title, fileName, visibility, description }: SnippetRecord,
  content: string,
): SnippetFormValues {
  return { title, file_name: fileName, description, content, visibility };
}
