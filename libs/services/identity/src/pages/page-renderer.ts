import { Injectable } from '@nestjs/common';
import { Html, TemplateRenderer, type EndpointCall } from '@hearth/http';
import type { Question } from './confirmation.js';
import { templates, type PageData } from './templates.js';

/** Renders the pages of identity. */
@Injectable()
export class PageRenderer extends TemplateRenderer<PageData> {
  constructor() {
    super(templates);
  }

  /** Renders the confirmation page for the form of a call. */
  confirm(call: EndpointCall<unknown>, question: Question): Html {
    return new Html(this.render(call, 'confirm', { ...question, action: call.target }));
  }
}
