import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { TemplateRenderer, type ServicePageData } from '@hearth/pages';
import type { ArtifactPageData } from './artifacts/artifact-pages.view.js';
import type { EnvironmentPageData } from './environments/environment-pages.view.js';
import type { JobListPageData } from './jobs/job-list.view.js';
import type { JobPageData } from './jobs/job-pages.view.js';
import type { PipelinePageData } from './pipelines/pipeline-pages.view.js';
import type { RunnerPageData } from './runners/runner-pages.view.js';
import type { SchedulePageData } from './schedules/schedule-pages.view.js';
import type { TestReportPageData } from './test-reports/test-report-pages.view.js';
import type { TriggerPageData } from './triggers/trigger-pages.view.js';
import type { VariablePageData } from './variables/variable-pages.view.js';

interface PageData
  extends
    ArtifactPageData,
    TestReportPageData,
    EnvironmentPageData,
    JobListPageData,
    JobPageData,
    PipelinePageData,
    RunnerPageData,
    SchedulePageData,
    ServicePageData,
    TriggerPageData,
    VariablePageData {}

/** Renders the pages of ci. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PageData> {
  constructor() {
    super(path.dirname(import.meta.dirname));
  }
}
