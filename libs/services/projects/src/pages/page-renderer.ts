import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/http';
import { overviewTemplates, type OverviewPageData } from './overview-templates.js';

/** Renders the pages of projects. */
@Injectable()
export class PageRenderer extends TemplateRenderer<OverviewPageData> {
  constructor() {
    super(overviewTemplates);
  }
}
