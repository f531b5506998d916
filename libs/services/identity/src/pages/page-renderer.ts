import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/http';
import { templates, type PageData } from './templates.js';

/** Renders the pages of identity. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PageData> {
  constructor() {
    super(templates);
  }
}
