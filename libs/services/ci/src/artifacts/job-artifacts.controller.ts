import { Controller } from '@nestjs/common';
import {
  BadRequest,
  Call,
  Endpoint,
  EntityTooLarge,
  MalformedMultipart,
  Stream,
  returns,
  type CallOf,
} from '@hearth/http';
import { z } from 'zod';
import { AuthenticateJob } from '../job-requests/authenticate.js';
import { JobPayloadFacts } from '../job-requests/job-payload.facts.js';
import { JobPayloadView, presentJobPayload } from '../job-requests/job-payload.view.js';
import {
  ArtifactFormatInvalid,
  ArtifactsDisabled,
  ArtifactsFileMissing,
  ArtifactsNotFound,
  JobForbidden,
  JobNotFound,
} from '../refusals.js';
import { ArtifactsFacts } from './artifacts.facts.js';
import { AuthorizeArtifactsParams, JobArtifactsParams, UploadArtifactsParams } from './artifacts.params.js';
import { UploadArtifacts } from './upload.js';

const FILE = 'file';
const AuthorizedView = z.strictObject({});

/** Endpoints of job artifacts for runners, authenticated by the job's token in the parameters or the header. */
@Controller()
export class JobArtifactsController {
  constructor(
    private readonly authenticateJob: AuthenticateJob,
    private readonly uploadArtifacts: UploadArtifacts,
    private readonly artifactsFacts: ArtifactsFacts,
    private readonly jobPayloadFacts: JobPayloadFacts,
  ) {}

  @Endpoint.post('/jobs/:id/artifacts/authorize', {
    summary: 'Ask whether a job may upload artifacts, as its runner',
    anonymous: 'allowed',
    callers: 'runners',
    status: 200,
    params: AuthorizeArtifactsParams,
    returns: returns.json(AuthorizedView),
    refuses: [JobNotFound, JobForbidden, ArtifactsDisabled, EntityTooLarge],
  })
  async authorize(@Call() call: CallOf<typeof AuthorizeArtifactsParams>): Promise<Record<string, never>> {
    const { job } = await this.authenticateJob.execute(call);
    this.uploadArtifacts.authorize(job, call.params.filesize);
    return {};
  }

  @Endpoint.post('/jobs/:id/artifacts', {
    summary: 'Upload the artifacts of a job as its runner',
    anonymous: 'allowed',
    callers: 'runners',
    receives: FILE,
    params: UploadArtifactsParams,
    returns: returns.json(JobPayloadView),
    refuses: [
      ...[JobNotFound, JobForbidden, ArtifactsDisabled, ArtifactsFileMissing, ArtifactFormatInvalid],
      ...[EntityTooLarge, MalformedMultipart, BadRequest],
    ],
  })
  async upload(@Call() call: CallOf<typeof UploadArtifactsParams>): Promise<JobPayloadView> {
    const { job, token } = await this.authenticateJob.execute(call);
    const { expire_in: expireIn, artifact_type: type = 'archive', artifact_format: format = 'zip' } = call.params;
    const file = { type, format, expireIn };
    await this.uploadArtifacts.execute(job, file, (most, store) => call.receive(FILE, most, store));
    return presentJobPayload(await this.jobPayloadFacts.of(job.projectId, job.id, token), call.caller.baseUrl);
  }

  @Endpoint.get('/jobs/:id/artifacts', {
    summary: 'Download the artifacts of a job by its token',
    anonymous: 'allowed',
    callers: 'runners',
    params: JobArtifactsParams,
    returns: returns.stream('application/octet-stream'),
    refuses: [JobNotFound, JobForbidden, ArtifactsNotFound],
  })
  async download(@Call() call: CallOf<typeof JobArtifactsParams>): Promise<Stream> {
    const projectId = await this.authenticateJob.reader(call);
    return this.artifactsFacts.forRunner(projectId, call.params.id);
  }
}
