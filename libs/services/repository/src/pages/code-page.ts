import { returns } from '@hearth/http';
import { abilities } from '../abilities.js';

/** Options of endpoints that show code of a repository as a page. */
export const CODE_PAGE = {
  can: abilities.downloadCode,
  authorize: 'before-params',
  routeBy: 'storage',
  returns: returns.html,
} as const;
