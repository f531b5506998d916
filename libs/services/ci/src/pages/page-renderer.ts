import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/pages';
import type { JobPageData } from './jobs/job-pages.view.js';
import type { PipelinePageData } from './pipelines/pipeline-pages.view.js';

interface PageData extends JobPageData, PipelinePageData {}

/** Renders the pages of ci. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PageData> {
  constructor() {
    super(path.dirname(import.meta.dirname));
  }
}
