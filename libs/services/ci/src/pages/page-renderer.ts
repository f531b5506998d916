import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/pages';
import type { PipelinePageData } from './pipelines/pipeline-pages.view.js';

/** Renders the pages of ci. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PipelinePageData> {
  constructor() {
    super(path.dirname(import.meta.dirname));
  }
}
