import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Stream } from '@hearth/http';
import { abilities } from '../abilities.js';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { BuildFacts } from '../builds/build.facts.js';
import { JobParams } from '../builds/build.params.js';
import { JobView, presentJob } from '../builds/build.view.js';
import { ArtifactsNotFound, JobNotFound, RefArtifactsNotFound } from '../refusals.js';
import { ArtifactsFacts } from './artifacts.facts.js';
import { ArtifactParams, ProjectArtifactsParams, RefArtifactParams, RefArtifactsParams } from './artifacts.params.js';
import { DeleteArtifacts } from './delete.js';
import { KeepArtifacts } from './keep.js';

/** Endpoints of job artifacts for users. */
@Controller()
export class ArtifactsController {
  constructor(
    private readonly artifactsFacts: ArtifactsFacts,
    private readonly buildFacts: BuildFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly keepArtifacts: KeepArtifacts,
    private readonly deleteArtifacts: DeleteArtifacts,
  ) {}

  @Endpoint.get('/projects/:id/jobs/artifacts/:ref_name/download', {
    summary: 'Download the artifacts of a job of the newest pipeline of a ref that has succeeded',
    can: abilities.readBuild,
    slashes: ['ref_name'],
    jobTokens: true,
    params: RefArtifactsParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [RefArtifactsNotFound, ArtifactsNotFound],
  })
  ofRef(@Call() call: CallOf<typeof RefArtifactsParams>): Promise<Stream> {
    return this.artifactsFacts.file(call, { ref: call.params.ref_name, job: call.params.job });
  }

  @Endpoint.get('/projects/:id/jobs/artifacts/:ref_name/raw/:artifact_path', {
    summary: 'Download a file of the artifacts of a job of the newest pipeline of a ref that has succeeded',
    can: abilities.readBuild,
    slashes: ['ref_name', 'artifact_path'],
    jobTokens: true,
    params: RefArtifactParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [RefArtifactsNotFound, ArtifactsNotFound],
  })
  fileOfRef(@Call() call: CallOf<typeof RefArtifactParams>): Promise<Stream> {
    const { ref_name: ref, job, artifact_path: path } = call.params;
    return this.artifactsFacts.entry(call, { ref, job }, path);
  }

  @Endpoint.get('/projects/:id/jobs/:job_id/artifacts', {
    summary: 'Download the artifacts of a job',
    can: abilities.readBuild,
    jobTokens: true,
    params: JobParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [ArtifactsNotFound],
  })
  ofJob(@Call() call: CallOf<typeof JobParams>): Promise<Stream> {
    return this.artifactsFacts.file(call, { jobId: call.params.job_id });
  }

  @Endpoint.get('/projects/:id/jobs/:job_id/artifacts/:artifact_path', {
    summary: 'Download a file of the artifacts of a job',
    can: abilities.readBuild,
    slashes: ['artifact_path'],
    jobTokens: true,
    params: ArtifactParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [ArtifactsNotFound],
  })
  fileOfJob(@Call() call: CallOf<typeof ArtifactParams>): Promise<Stream> {
    return this.artifactsFacts.entry(call, { jobId: call.params.job_id }, call.params.artifact_path);
  }

  @Endpoint.delete('/projects/:id/jobs/:job_id/artifacts', {
    summary: 'Delete the artifacts of a job',
    can: abilities.destroyArtifacts,
    params: JobParams,
    returns: returns.empty,
    refuses: [JobNotFound, ArtifactsNotFound],
  })
  async delete(@Call() { project, params }: CallOf<typeof JobParams>): Promise<void> {
    await this.buildAccessFacts.requireJob(project, params.job_id);
    await this.deleteArtifacts.ofJob(project.project.id, params.job_id);
  }

  @Endpoint.delete('/projects/:id/artifacts', {
    summary: 'Delete the artifacts of all jobs of a project',
    can: abilities.destroyArtifacts,
    params: ProjectArtifactsParams,
    returns: returns.accepted,
  })
  async deleteAll(@Call() { project }: CallOf<typeof ProjectArtifactsParams>): Promise<void> {
    await this.deleteArtifacts.ofProject(project.project.id);
  }

  @Endpoint.post('/projects/:id/jobs/:job_id/artifacts/keep', {
    summary: 'Keep the artifacts of a job from expiring',
    can: abilities.updateBuild,
    status: 200,
    params: JobParams,
    returns: returns.json(JobView),
    refuses: [JobNotFound, ArtifactsNotFound],
  })
  async keep(@Call() { project, params, caller }: CallOf<typeof JobParams>): Promise<JobView> {
    const projectId = project.project.id;
    await this.buildAccessFacts.requireJob(project, params.job_id);
    await this.keepArtifacts.execute(projectId, params.job_id);
    return presentJob(await this.buildFacts.one(projectId, params.job_id), caller.baseUrl, new Date());
  }
}
