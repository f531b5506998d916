import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, presentPageProject, type PageProject } from '@hearth/pages';
import { refAddress } from '../pages/ref-page.view.js';
import type { FoundFiles } from './find-file.facts.js';

export interface FindFilePageData {
  readonly 'find-file': {
    readonly title: string;
    readonly project: PageProject;
    readonly ref: string;
    /** Addresses of this page, and of the folder. */
    readonly address: string;
    readonly tree: string;
    readonly values: { readonly search: string };
    readonly files: readonly { readonly path: string; readonly address: string }[];
    readonly hasMore: boolean;
  };
}

export function presentFindFile(
  access: ProjectAccess,
  ref: string,
  search: string,
  { paths, hasMore }: FoundFiles,
): FindFilePageData['find-file'] {
  const project = presentPageProject(access, 'files');
  return {
    title: `Find a file · ${project.fullPath}`,
    ...{ project, ref, hasMore, values: { search } },
    address: `${project.address}/-/find_file/${encodedPath(ref)}`,
    tree: refAddress(project, 'tree', { ref, path: '' }),
    files: paths.map((path) => ({ path, address: refAddress(project, 'blob', { ref, path }) })),
  };
}
