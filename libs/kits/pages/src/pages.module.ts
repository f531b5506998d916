import { Module } from '@nestjs/common';
import { useFailurePages } from '@hearth/http';
import { FailurePageRenderer } from './failure-pages.js';

/** Imported by every service with pages, and by the edge: browsers get pages about failed requests. */
@Module({})
export class PagesModule {
  constructor() {
    useFailurePages(new FailurePageRenderer());
  }
}
