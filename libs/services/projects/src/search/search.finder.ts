import { Injectable } from '@nestjs/common';
import type { Db, Row } from '@hearth/data';
import { matches, readPage, statement, type Page, type PageRequest, type Parameter, type Search } from '@hearth/http';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { VisibleRows, ownProjects, visibleTo, withNamed } from '../access/visible-rows.finder.js';
import { below } from '../groups/group-projects.finder.js';
import type { PersonRecord } from '../issues/issues.finder.js';
import { USER_COLUMNS } from '../members/memberships.store.js';
import { MILESTONE_COLUMNS, type MilestoneRecord } from '../milestones/milestones.store.js';
import type { SearchPlace } from './search.rules.js';

/** Named queries, and the tables with conditions of the rows that are found. */
interface Found {
  readonly named: readonly string[];
  readonly rows: string;
}

/** Searches of milestones and users. A trigram index finds the rows. */
@Injectable()
export class SearchFinder {
  /** Returns a page of the milestones of projects that are visible to the caller, newest first. */
  milestones(
    db: Db,
    caller: ProjectsCaller,
    { place, search }: { readonly place: SearchPlace; readonly search: Search },
    request: PageRequest,
  ): Promise<Page<MilestoneRecord>> {
    const found = (parameter: Parameter): Found => {
      const rows = new VisibleRows(caller, visibleTo(caller), (id) => ownProjects(id), parameter);
      const where = [
        matches(['m.title', 'm.description'], search, parameter),
        ...within(place, parameter),
        rows.areVisible('p.visibility'),
      ];
      const named = rows.named;
      return { named, rows: `from milestones m join projects p on p.id = m.project_id where ${where.join(' and ')}` };
    };
    return page<MilestoneRecord>(db, request, { columns: MILESTONE_COLUMNS, order: 'm.id desc', found });
  }

  /** Returns a page of users, in the order of their ids. */
  users(db: Db, search: Search, request: PageRequest): Promise<Page<PersonRecord>> {
    const found = (parameter: Parameter): Found => ({
      named: [],
      rows: `from namespaces u where u.kind = 'user' and ${matches(['u.path', 'u.full_name'], search, parameter)}`,
    });
    return page<PersonRecord & Row>(db, request, { columns: USER_COLUMNS, order: 'u.owner_user_id', found });
  }
}

function within(place: SearchPlace, parameter: Parameter): string[] {
  if (place.of === 'project') return [`m.project_id = ${parameter(place.projectId)}::bigint`];
  return place.of === 'group' ? [below(place.groupId)(parameter)] : [];
}

function page<Record extends Row>(
  db: Db,
  request: PageRequest,
  list: { readonly columns: string; readonly order: string; readonly found: (parameter: Parameter) => Found },
): Promise<Page<Record>> {
  return readPage<Record>(db, request, {
    page: ({ page: number, perPage }) =>
      statement((parameter) => {
        const { named, rows } = list.found(parameter);
        return `${withNamed(named)}select ${list.columns} ${rows} order by ${list.order}
          limit ${parameter(perPage)} offset ${parameter((number - 1) * perPage)}`;
      }),
    count: (most) =>
      statement((parameter) => {
        const { named, rows } = list.found(parameter);
        return `${withNamed(named)}select count(*)::int as count from (select ${rows} limit ${parameter(most)}) counted`;
      }),
  });
}
