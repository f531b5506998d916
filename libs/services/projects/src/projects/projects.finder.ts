import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import type { PageRequest } from '@hearth/http';
import type { ProjectScope } from './lists/list-branches.finder.js';
import type { ProjectFilters } from './lists/list-filters.finder.js';
import { ListStatement } from './lists/list-statement.finder.js';
import type { ProjectRecord, Viewer } from './projects.store.js';

/** More rows than this are not counted. */
const COUNT_LIMIT = 10_000;

/** Lists of projects. Two statements for a page at most, whatever is on it. */
@Injectable()
export class ProjectsFinder {
  /**
   * @param scope where the projects are from, if not from everywhere
   * @returns the rows of the page, and how many there are in all: undefined beyond 10 000 and with keyset pagination
   */
  async page(
    db: Db,
    viewer: Viewer,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<{ records: ProjectRecord[]; total: number | undefined }> {
    const statement = new ListStatement(viewer, filters, scope);
    if (statement.isEmpty) return { records: [], total: 0 };
    const records = await db.query<ProjectRecord & Record<string, unknown>>(...statement.page(request));
    if (request.keyset) return { records, total: undefined };
    const offset = (request.page - 1) * request.perPage;
    const isLast = records.length < request.perPage && (records.length > 0 || offset === 0);
    if (isLast) return { records, total: offset + records.length };
    const [counted] = await db.query<{ count: number }>(...statement.count(COUNT_LIMIT + 1));
    return { records, total: counted!.count > COUNT_LIMIT ? undefined : counted!.count };
  }
}
