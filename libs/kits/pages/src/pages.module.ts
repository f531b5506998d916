import { Module } from '@nestjs/common';
import { useFailurePages } from '@hearth/http';
import { ProcessHealthModule } from '@hearth/service';
import { FailurePageRenderer } from './failure-pages.js';

/** Imported by every service with pages, and by the edge: browsers get pages about failed requests. */
@Module({ imports: [ProcessHealthModule] })
export class PagesModule {
  constructor() {
    useFailurePages(new FailurePageRenderer());
  }
}
