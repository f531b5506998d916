import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, TooManyRequests, Unauthorized, returns, type CallOf } from '@hearth/http';
import { z } from 'zod';
import { BuildFacts } from '../builds/build.facts.js';
import { OwnJobParams } from '../builds/build.params.js';
import { JobView, presentJob } from '../builds/build.view.js';
import {
  ContentRangeMissing,
  JobForbidden,
  JobNotFound,
  NoJob,
  TraceIncomplete,
  TraceRangeWrong,
} from '../refusals.js';
import { AppendTrace } from '../traces/append.js';
import { AuthenticateJob } from './authenticate.js';
import { AwaitJob } from './await-job.js';
import { AppendTraceParams, RequestJobParams, UpdateJobParams, startOf, summaryIn } from './job-request.params.js';
import { JobPayloadView, presentJobPayload } from './job-payload.view.js';
import { ReportJob } from './report.js';

/** Most bytes of one piece: twice what runners send. */
const LARGEST_PIECE = 2 * 1024 * 1024;
/** Interval in which runners send the output of a job, in seconds. */
const TRACE_INTERVAL = '3';

/** Endpoints for runners: requests for a job, and calls about one, authenticated by the token in the parameters or the header. */
@Controller()
export class JobRequestsController {
  constructor(
    private readonly awaitJob: AwaitJob,
    private readonly authenticateJob: AuthenticateJob,
    private readonly reportJob: ReportJob,
    private readonly appendTrace: AppendTrace,
    private readonly buildFacts: BuildFacts,
  ) {}

  @Endpoint.post('/jobs/request', {
    summary: 'Take a job as a runner; waits for one where the last answer was that there is none',
    anonymous: 'allowed',
    callers: 'runners',
    waits: true,
    params: RequestJobParams,
    returns: returns.jsonText(JobPayloadView),
    refuses: [NoJob, TooManyRequests],
  })
  async request(@Call() { params, caller, signal }: CallOf<typeof RequestJobParams>): Promise<Stream> {
    const { token, system_id: system, last_update: lastUpdate, info: { features, ...info } = {} } = params;
    const { baseUrl } = caller;
    const cancelsGracefully = features?.cancel_gracefully ?? false;
    const asked = { token, lastUpdate, info, system, cancelsGracefully, baseUrl };
    const { job, version } = await this.awaitJob.execute(asked, signal);
    if (!job) throw NoJob({ version });
    const headers = { 'x-gitlab-last-update': version, 'cache-control': 'no-store' };
    return jsonText(presentJobPayload(job, baseUrl), headers);
  }

  @Endpoint.get('/job', {
    summary: 'Get the running job whose token is sent',
    anonymous: 'allowed',
    callers: 'runners',
    params: OwnJobParams,
    returns: returns.json(JobView),
    refuses: [Unauthorized, JobNotFound],
  })
  async own(@Call() call: CallOf<typeof OwnJobParams>): Promise<JobView> {
    const { projectId, id } = await this.authenticateJob.own(call.header('job-token') ?? call.params.job_token);
    return presentJob(await this.buildFacts.one(projectId, id), call.caller.baseUrl, new Date());
  }

  @Endpoint.put('/jobs/:id', {
    summary: 'Report the state of a job as its runner',
    anonymous: 'allowed',
    callers: 'runners',
    params: UpdateJobParams,
    returns: returns.jsonText(z.literal(true)),
    refuses: [JobNotFound, JobForbidden, TraceIncomplete],
  })
  async update(@Call() call: CallOf<typeof UpdateJobParams>): Promise<Stream> {
    const { state, failure_reason: reason, exit_code: exitCode = null, trace } = call.params;
    const { job } = await this.authenticateJob.execute(call);
    const status = await this.reportJob.execute(job, {
      state,
      reason,
      exitCode,
      trace,
      summary: summaryIn(call.params),
    });
    // Runners take the status as an order to stop, and log a warning where they have just reported that themselves.
    const isKnown = state === 'failed' && (status === 'failed' || job.status === 'canceling');
    const headers = { 'x-gitlab-trace-update-interval': TRACE_INTERVAL };
    return jsonText(true, isKnown ? headers : { ...headers, 'job-status': status });
  }

  @Endpoint.patch('/jobs/:id/trace', {
    summary: 'Append what a job has written as its runner',
    anonymous: 'allowed',
    callers: 'runners',
    status: 202,
    contentLimit: LARGEST_PIECE,
    params: AppendTraceParams,
    returns: returns.stream('text/plain'),
    refuses: [JobNotFound, JobForbidden, ContentRangeMissing, TraceRangeWrong],
  })
  async append(@Call() call: CallOf<typeof AppendTraceParams>): Promise<Stream> {
    const { job } = await this.authenticateJob.execute(call);
    const start = startOf(call.header('content-range') ?? '');
    if (start === undefined) throw ContentRangeMissing();
    const { size, status } = await this.appendTrace.execute(job, start, call.content);
    const headers = { 'job-status': status, range: `0-${size}`, 'x-gitlab-trace-update-interval': TRACE_INTERVAL };
    return new Stream(Buffer.alloc(0), { type: 'text/plain', headers });
  }
}

function jsonText(value: unknown, headers: Readonly<Record<string, string>>): Stream {
  return new Stream(Buffer.from(JSON.stringify(value)), { type: 'application/json', headers });
}
