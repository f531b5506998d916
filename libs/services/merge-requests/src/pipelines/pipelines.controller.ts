import { Controller } from '@nestjs/common';
import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PagedMergeRequestParams } from '../merge-requests/merge-request.params.js';
import { MergeRequestNotFound } from '../refusals.js';
import { PipelineFacts } from './pipeline.facts.js';

@Controller()
export class PipelinesController {
  constructor(private readonly pipelineFacts: PipelineFacts) {}

  @Endpoint.get('/projects/:id/merge_requests/:merge_request_iid/pipelines', {
    summary: 'List the pipelines of a merge request',
    can: abilities.readPipeline,
    params: PagedMergeRequestParams,
    returns: returns.page(PipelineBasicView),
    refuses: [MergeRequestNotFound],
  })
  async list(@Call() call: CallOf<typeof PagedMergeRequestParams>): Promise<Page<PipelineBasicView>> {
    const { params, project, user } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.pipelineFacts.page(project, params.merge_request_iid, user, request);
    return page.map((pipeline) => presentPipelineBasic(pipeline, null));
  }
}
