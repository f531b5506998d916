import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import type { ProjectScope } from './lists/list-branches.finder.js';
import type { ProjectFilters } from './lists/list-filters.finder.js';
import { ListStatement } from './lists/list-statement.finder.js';
import type { ProjectRecord, Viewer } from './projects.store.js';

/** Lists of projects. Two statements for a page at most, whatever is on it. */
@Injectable()
export class ProjectsFinder {
  /**
   * @param scope where the projects are from, if not from everywhere
   */
  page(
    db: Db,
    viewer: Viewer,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<Page<ProjectRecord>> {
    const statement = new ListStatement(viewer, filters, scope);
    if (statement.isEmpty) return Promise.resolve(new Page<ProjectRecord>([], request, 0));
    return readPage<ProjectRecord>(db, request, statement);
  }
}
