import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PipelineParams } from '../pipelines/pipeline.params.js';
import { PipelineNotFound } from '../refusals.js';
import { TestReportFacts } from './test-report.facts.js';
import {
  TestReportSummaryView,
  TestReportView,
  presentTestReport,
  presentTestReportSummary,
} from './test-report.view.js';

@Controller()
export class TestReportsController {
  constructor(private readonly testReportFacts: TestReportFacts) {}

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id/test_report', {
    summary: 'Get the test report of a pipeline',
    can: abilities.readBuild,
    params: PipelineParams,
    returns: returns.json(TestReportView),
    refuses: [PipelineNotFound],
  })
  async report(@Call() { project, params }: CallOf<typeof PipelineParams>): Promise<TestReportView> {
    const which = { withCases: true };
    return presentTestReport(await this.testReportFacts.ofPipeline(project.project.id, params.pipeline_id, which));
  }

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id/test_report_summary', {
    summary: 'Get the numbers of tests in the test report of a pipeline',
    can: abilities.readBuild,
    params: PipelineParams,
    returns: returns.json(TestReportSummaryView),
    refuses: [PipelineNotFound],
  })
  async summary(@Call() { project, params }: CallOf<typeof PipelineParams>): Promise<TestReportSummaryView> {
    const which = { withCases: false };
    const reports = await this.testReportFacts.ofPipeline(project.project.id, params.pipeline_id, which);
    return presentTestReportSummary(reports);
  }
}
