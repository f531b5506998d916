import type { ProjectAccess } from '@hearth/contract-kit';
import { encodedPath, presentPageProject, type PageProject } from '@hearth/pages';
import type { Folder } from '../../artifacts/archive.js';
import type { Build } from '../../builds/builds.finder.js';
import { sizeText } from '../page-texts.js';

/** Data of the page of a folder of artifacts. */
export interface ArtifactPageData {
  readonly artifacts: {
    readonly title: string;
    readonly project: PageProject;
    readonly job: Pick<Build, 'id' | 'name'>;
    /** The folders that contain the shown one, and itself. */
    readonly trail: readonly Link[];
    readonly folders: readonly Link[];
    readonly files: readonly (Link & { readonly size: string })[];
    readonly isCut: boolean;
  };
}

interface Link {
  readonly name: string;
  readonly address: string;
}

export function presentArtifactsPage(
  access: ProjectAccess,
  job: Pick<Build, 'id' | 'name'>,
  path: string,
  { folders, files, isCut }: Folder,
): ArtifactPageData['artifacts'] {
  const project = presentPageProject(access, 'pipelines');
  const at = artifactsAddress(project, job.id);
  const steps = path === '' ? [] : path.split('/');
  const below = (name: string) => encodedPath([...steps, name].join('/'));
  return {
    title: `Artifacts of ${job.name} (#${job.id}) · ${project.fullPath}`,
    project,
    job,
    trail: steps.map((name, place) => ({
      name,
      address: `${at}/browse/${encodedPath(steps.slice(0, place + 1).join('/'))}`,
    })),
    folders: folders.map((name) => ({ name, address: `${at}/browse/${below(name)}` })),
    files: files.map(({ name, size }) => ({ name, size: sizeText(size), address: `${at}/raw/${below(name)}` })),
    isCut,
  };
}

export function artifactsAddress({ address }: PageProject, jobId: number): string {
  return `${address}/-/jobs/${jobId}/artifacts`;
}
