import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/pages';
import type { OverviewPageData } from './overview-pages.view.js';

/** Renders the pages of projects. */
@Injectable()
export class PageRenderer extends TemplateRenderer<OverviewPageData> {
  constructor() {
    super(import.meta.dirname);
  }
}
