import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf, type Stream } from '@hearth/http';
import { encodedPath, presentPageProject } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { ArtifactParams } from '../../artifacts/artifacts.params.js';
import { ArtifactsFacts } from '../../artifacts/artifacts.facts.js';
import { BuildFacts } from '../../builds/build.facts.js';
import { JobParams } from '../../builds/build.params.js';
import { ArtifactsNotFound, JobNotFound } from '../../refusals.js';
import { PageRenderer } from '../page-renderer.js';
import { DownloadArtifactsParams } from './artifact-page.params.js';
import { artifactsAddress, presentArtifactsPage } from './artifact-pages.view.js';

/** Files of a job that its pages link to. */
const FILE = { at: 'root', credentials: 'token-or-session', can: abilities.readBuild } as const;

/** The artifacts of a job: a list of the files in the archive, and downloads. */
@Controller()
export class ArtifactPagesController {
  constructor(
    private readonly artifactsFacts: ArtifactsFacts,
    private readonly buildFacts: BuildFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/jobs/:job_id/artifacts/browse', {
    summary: 'Show the artifacts of a job in a browser',
    can: abilities.readBuild,
    params: JobParams,
    returns: returns.html,
    refuses: [JobNotFound, ArtifactsNotFound],
  })
  browse(@Call() call: CallOf<typeof JobParams>) {
    return this.folder(call, '');
  }

  @Endpoint.get('/-/project/:id/jobs/:job_id/artifacts/browse/:artifact_path', {
    summary: 'Show a folder of the artifacts of a job in a browser',
    can: abilities.readBuild,
    slashes: ['artifact_path'],
    params: ArtifactParams,
    returns: returns.html,
    refuses: [JobNotFound, ArtifactsNotFound],
  })
  browseFolder(@Call() call: CallOf<typeof ArtifactParams>) {
    return this.folder(call, call.params.artifact_path.replace(/^\/+|(?<!\/)\/+$/g, ''));
  }

  @Endpoint.get('/-/project/:id/jobs/:job_id/artifacts/raw/:artifact_path', {
    ...FILE,
    summary: 'Download a file of the artifacts of a job in a browser',
    slashes: ['artifact_path'],
    params: ArtifactParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [ArtifactsNotFound],
  })
  raw(@Call() call: CallOf<typeof ArtifactParams>): Promise<Stream> {
    return this.artifactsFacts.entry(call, { jobId: call.params.job_id }, call.params.artifact_path);
  }

  @Endpoint.get('/-/project/:id/jobs/:job_id/artifacts/download', {
    ...FILE,
    summary: 'Download the artifacts of a job in a browser',
    params: DownloadArtifactsParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [ArtifactsNotFound],
  })
  download(@Call() call: CallOf<typeof DownloadArtifactsParams>): Promise<Stream> {
    const { job_id: jobId, file_type: type = 'archive' } = call.params;
    return this.artifactsFacts.file(call, { jobId, type });
  }

  private async folder(call: CallOf<typeof JobParams>, path: string) {
    const { job_id: id } = call.params;
    const folder = await this.artifactsFacts.folder(call, id, path);
    const project = presentPageProject(call.project, 'pipelines');
    if (folder.isFile) return new Redirect(`${artifactsAddress(project, id)}/raw/${encodedPath(path)}`);
    const { build } = await this.buildFacts.one(call.project.project.id, id);
    return this.pages.page(call, 'artifacts', presentArtifactsPage(call.project, build, path, folder));
  }
}
