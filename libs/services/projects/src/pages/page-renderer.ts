import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { TemplateRenderer } from '@hearth/pages';
import type { PageData } from './page-data.js';

/** Renders the pages of projects. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PageData> {
  constructor() {
    super(path.dirname(import.meta.dirname));
  }
}
