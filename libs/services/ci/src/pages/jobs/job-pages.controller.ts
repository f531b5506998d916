import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, Stream, returns, type CallOf } from '@hearth/http';
import { abilities } from '../../abilities.js';
import { BuildAccessFacts } from '../../builds/build-access.facts.js';
import { JobParams } from '../../builds/build.params.js';
import { JobForbidden, JobNotFound } from '../../refusals.js';
import { EraseJob } from '../../traces/erase.js';
import { TraceFacts } from '../../traces/trace.facts.js';
import { PageRenderer } from '../page-renderer.js';
import { JobPageFacts } from './job-page.facts.js';
import { EraseJobFormParams, TraceLinesParams } from './job-page.params.js';
import { presentJobPage, presentNewLines } from './job-pages.view.js';

/** Files of a job that its page links to. */
const FILE = { at: 'root', credentials: 'token-or-session', can: abilities.readBuild } as const;

/** The page of a job, with its trace. */
@Controller()
export class JobPagesController {
  constructor(
    private readonly jobPageFacts: JobPageFacts,
    private readonly traceFacts: TraceFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly eraseJob: EraseJob,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/jobs/:job_id', {
    summary: 'Show a job and its trace in a browser',
    can: abilities.readBuild,
    params: JobParams,
    returns: returns.html,
    refuses: [JobNotFound],
  })
  async show(@Call() call: CallOf<typeof JobParams>) {
    const fact = await this.jobPageFacts.one(call.project, call.params.job_id, call.user);
    return this.pages.page(call, 'job', presentJobPage(call.project, fact, new Date()));
  }

  @Endpoint.get('/-/project/:id/jobs/:job_id/raw', {
    ...FILE,
    summary: 'Show what a job has written as a text',
    params: JobParams,
    returns: returns.stream('text/plain'),
    refuses: [JobNotFound],
  })
  async raw(@Call() { project, params }: CallOf<typeof JobParams>): Promise<Stream> {
    const trace = await this.traceFacts.of(project.project.id, params.job_id);
    return new Stream(trace, { type: 'text/plain; charset=utf-8', headers: NO_SNIFFING });
  }

  @Endpoint.get('/-/project/:id/jobs/:job_id/trace', {
    ...FILE,
    summary: 'Get the lines that a job has written since an offset, for its page',
    params: TraceLinesParams,
    returns: returns.stream('application/json'),
    refuses: [JobNotFound],
  })
  async lines(@Call() { project, params, user }: CallOf<typeof TraceLinesParams>): Promise<Stream> {
    const { job_id: id, offset, line, style = '' } = params;
    const lines = await this.jobPageFacts.linesFrom(project.project.id, id, { offset, line, style }, user);
    return new Stream(Buffer.from(presentNewLines(lines)), { type: 'application/json', headers: NO_SNIFFING });
  }

  @Endpoint.post('/-/project/:id/jobs/:job_id/erase', {
    summary: 'Erase what a job has written in a browser',
    can: abilities.updateBuild,
    params: EraseJobFormParams,
    returns: returns.html,
    refuses: [JobNotFound, JobForbidden],
  })
  async erase(@Call() call: CallOf<typeof EraseJobFormParams>) {
    const { job_id: id, confirmed } = call.params;
    const { project } = call.project;
    const back = `/${project.fullPath}/-/jobs/${id}`;
    await this.buildAccessFacts.requireJob(call.project, id);
    if (!confirmed) {
      const text = 'Its trace and its artifacts are deleted for good.';
      return this.pages.confirm(call, { title: `Erase the output of job #${id}?`, text, button: 'Erase', back });
    }
    await this.eraseJob.execute(project.id, id);
    return new Redirect(back);
  }
}

/** Jobs decide what they write: browsers never take it for a page. */
const NO_SNIFFING = { 'x-content-type-options': 'nosniff' };
