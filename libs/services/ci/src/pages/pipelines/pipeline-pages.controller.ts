import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../../abilities.js';
import { BuildAccessFacts } from '../../builds/build-access.facts.js';
import { CancelPipeline } from '../../pipelines/cancel.js';
import { PipelineParams } from '../../pipelines/pipeline.params.js';
import { RetryPipeline } from '../../pipelines/retry.js';
import { PipelineNotFound } from '../../refusals.js';
import { ciMenu } from '../ci-menu.js';
import { PageRenderer } from '../page-renderer.js';
import { PipelinePageFacts } from './pipeline-page.facts.js';
import { PipelineListParams } from './pipeline-page.params.js';
import { presentPipelinePage, presentPipelinesPage } from './pipeline-pages.view.js';

/** Pages of pipelines. */
@Controller()
export class PipelinePagesController {
  constructor(
    private readonly pipelinePageFacts: PipelinePageFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly cancelPipeline: CancelPipeline,
    private readonly retryPipeline: RetryPipeline,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/pipelines', {
    summary: 'Show the pipelines of a project in a browser',
    can: abilities.readPipeline,
    params: PipelineListParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof PipelineListParams>) {
    const { ref, status, page } = call.params;
    const filters = { ...(ref !== undefined && { ref }), ...(status && { statuses: [status] }) };
    const found = await this.pipelinePageFacts.page(call.project.project.id, filters, pageOf(page));
    const links = {
      menu: ciMenu(call.project, call.user, 'pipelines'),
      mayRun: may(abilities.createPipeline, call.project, call.user),
    };
    const data = presentPipelinesPage(call.project, found, { values: { ref, status }, ...links });
    return this.pages.page(call, 'pipelines', data);
  }

  @Endpoint.get('/-/project/:id/pipelines/:pipeline_id', {
    summary: 'Show a pipeline with its jobs in a browser',
    can: abilities.readPipeline,
    params: PipelineParams,
    returns: returns.html,
    refuses: [PipelineNotFound],
  })
  async show(@Call() call: CallOf<typeof PipelineParams>) {
    const fact = await this.pipelinePageFacts.one(call.project, call.params.pipeline_id, call.caller.principal);
    return this.pages.page(call, 'pipeline', presentPipelinePage(call.project, fact, new Date()));
  }

  @Endpoint.post('/-/project/:id/pipelines/:pipeline_id/cancel', {
    summary: 'Cancel the jobs of a pipeline in a browser',
    can: abilities.updatePipeline,
    params: PipelineParams,
    returns: returns.html,
    refuses: [PipelineNotFound],
  })
  async cancel(@Call() call: CallOf<typeof PipelineParams>) {
    const { pipeline_id: id } = call.params;
    await this.buildAccessFacts.requirePipeline(call.project, id);
    await this.cancelPipeline.execute(call.project.project.id, id);
    return pipelinePage(call);
  }

  @Endpoint.post('/-/project/:id/pipelines/:pipeline_id/retry', {
    summary: 'Run the failed and canceled jobs of a pipeline again in a browser',
    can: abilities.updatePipeline,
    params: PipelineParams,
    returns: returns.html,
    refuses: [PipelineNotFound],
  })
  async retry(@Call() call: CallOf<typeof PipelineParams>) {
    const { pipeline_id: id } = call.params;
    const { protected: isProtected } = await this.buildAccessFacts.requirePipeline(call.project, id);
    const by = { userId: call.user.userId, isProtected };
    await this.retryPipeline.execute(call.project.project.id, id, by);
    return pipelinePage(call);
  }
}

function pipelinePage({ project, params }: CallOf<typeof PipelineParams>): Redirect {
  return new Redirect(`/${project.project.fullPath}/-/pipelines/${params.pipeline_id}`);
}
