import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../../abilities.js';
import { PipelineParams } from '../../pipelines/pipeline.params.js';
import { PipelineNotFound } from '../../refusals.js';
import { TestReportFacts } from '../../test-reports/test-report.facts.js';
import { PageRenderer } from '../page-renderer.js';
import { presentTestReportPage } from './test-report-pages.view.js';

/** The page of the test report of a pipeline. */
@Controller()
export class TestReportPagesController {
  constructor(
    private readonly testReportFacts: TestReportFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/pipelines/:pipeline_id/test_report', {
    summary: 'Show the test report of a pipeline in a browser',
    can: abilities.readBuild,
    params: PipelineParams,
    returns: returns.html,
    refuses: [PipelineNotFound],
  })
  async show(@Call() call: CallOf<typeof PipelineParams>) {
    const { pipeline_id: id } = call.params;
    const reports = await this.testReportFacts.ofPipeline(call.project.project.id, id, { withCases: true });
    return this.pages.page(call, 'test-report', presentTestReportPage(call.project, id, reports));
  }
}
