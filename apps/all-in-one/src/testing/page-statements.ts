import { signIn, type Target } from '@hearth/testing';
import { PASSWORD, type AllInOne } from './all-in-one.js';

/** Pages of a project, and the rows of the API whose records they show. */
const PAGES: readonly (readonly [page: string, ...rows: string[]])[] = [
  ['tree/main', 'repository/tree'],
  ['blob/main/file-1.txt', 'repository/files/:file_path'],
  ['blame/main/file-1.txt', 'repository/files/:file_path/blame'],
  ['commits/main', 'repository/commits'],
  ['commit/main', 'repository/commits/:sha', 'repository/commits/:sha/comments'],
  ['compare/main...topic', 'repository/compare'],
  ['branches', 'repository/branches'],
  ['tags', 'repository/tags'],
  ['releases', 'releases'],
  ['graphs/main', 'repository/contributors'],
  ['issues', 'issues'],
  ['issues/1', 'issues/:issue_iid', 'issues/:issue_iid/discussions'],
  ['labels', 'labels'],
  ['milestones', 'milestones'],
  ['snippets', 'snippets'],
  ['merge_requests', 'merge_requests'],
  [
    'merge_requests/1',
    ...['merge_requests/:merge_request_iid', 'merge_requests/:merge_request_iid/discussions'],
    'merge_requests/:merge_request_iid/approvals',
  ],
  [
    'merge_requests/1/diffs',
    'merge_requests/:merge_request_iid/diffs',
    'merge_requests/:merge_request_iid/discussions',
  ],
  ['merge_requests/1/commits', 'merge_requests/:merge_request_iid/commits'],
  ['pipelines', 'pipelines'],
  ['jobs', 'jobs'],
  ['environments', 'environments'],
  ['pipeline_schedules', 'pipeline_schedules'],
  ['project_members', 'members', 'access_requests'],
  ['hooks', 'hooks'],
  ['variables', 'variables'],
  ['runners', 'runners'],
  ['triggers', 'triggers'],
  ['deploy_keys', 'deploy_keys'],
  ['protected_branches', 'protected_branches'],
  ['forks', 'forks'],
  ['activity', 'events'],
];

/** Statements of a page, and the endpoints whose records it shows. */
export interface PageCount {
  readonly page: string;
  readonly rows: readonly string[];
  readonly statements: number;
}

/**
 * Counts the statements of pages of the target's project, for an admin who has opened them before.
 * @param only pattern of endpoints: pages with records of others are not opened
 */
export async function countPages(system: AllInOne, target: Target, only: RegExp): Promise<PageCount[]> {
  const { cookie } = await signIn(system.url, 'root', PASSWORD);
  const counted: PageCount[] = [];
  for (const [page, ...paths] of PAGES) {
    const rows = paths.map((each) => `GET /projects/:id/${each}`);
    if (!rows.every((row) => only.test(row))) continue;
    const open = () => fetch(`${system.url}/${target.path}/-/${page}`, { headers: { cookie } });
    await open();
    const { result, texts } = await system.statements.during(open);
    if (result.status !== 200) throw new Error(`${page} answered ${result.status}`);
    counted.push({ page, rows, statements: texts.length });
  }
  return counted;
}
