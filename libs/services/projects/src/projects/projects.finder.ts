import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import type { PageRequest } from '@hearth/http';
import { readPage } from '../lists/read-page.finder.js';
import type { ProjectScope } from './lists/list-branches.finder.js';
import type { ProjectFilters } from './lists/list-filters.finder.js';
import { ListStatement } from './lists/list-statement.finder.js';
import type { ProjectRecord, Viewer } from './projects.store.js';

/** Lists of projects. Two statements for a page at most, whatever is on it. */
@Injectable()
export class ProjectsFinder {
  /**
   * @param scope where the projects are from, if not from everywhere
   * @returns the rows of the page, and how many there are in all: undefined beyond 10 000 and with keyset pagination
   */
  page(
    db: Db,
    viewer: Viewer,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<{ records: ProjectRecord[]; total: number | undefined }> {
    const statement = new ListStatement(viewer, filters, scope);
    if (statement.isEmpty) return Promise.resolve({ records: [], total: 0 });
    return readPage<ProjectRecord>(db, request, statement);
  }
}
