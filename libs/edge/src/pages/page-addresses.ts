import { API_PREFIX } from '@hearth/http';
import { isReservedOnTop } from '@hearth/projects-contracts';
import type { RouteTable } from '../routes/route-table.js';

/** A group in twenty others. */
const MOST_NAMES = 22;
/** Names of users, groups and projects need no encoding. */
const NAME = /^[\w.][\w.-]*$/;
const GROUPS = '/groups/';

/**
 * Returns where the page of a user, a group or a project is to be asked for: such a path is whatever is not another's, which no route can
 * say. Every other target of a request stays as it is.
 */
export function pageAddress(table: RouteTable, method: string | undefined, target: string): string {
  if ((method !== 'GET' && method !== 'HEAD') || !target.startsWith('/') || target.startsWith(API_PREFIX))
    return target;
  const [path = '', query] = target.split('?', 2);
  const isGroup = path.startsWith(GROUPS);
  const names = path
    .slice(isGroup ? GROUPS.length : 1)
    .replace(/\/$/, '')
    .replace(/\.git$/, '')
    .split('/');
  const isPath = names.length <= MOST_NAMES && names.every((name) => NAME.test(name) && !name.endsWith('.git'));
  if (!isPath || (!isGroup && isReservedOnTop(names[0]!)) || table.find('GET', path)) return target;
  const parameters = new URLSearchParams({ path: names.join('/') });
  const given = new URLSearchParams(query);
  for (const name of ['page', 'search']) if (given.has(name)) parameters.set(name, given.get(name)!);
  return `/-/overview${isGroup ? '/group' : ''}?${parameters}`;
}
