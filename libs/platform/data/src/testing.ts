export { freePort } from './testing/free-port.js';
export { SwallowingProxy } from './testing/swallowing-proxy.js';
export { TestDatabase, type Preparation } from './testing/test-database.js';
export { until } from './testing/until.js';
export {
  genericPlanOf,
  keepsItsPlan,
  planOf,
  recording,
  withoutTotals,
  type Plan,
  type Statement,
} from './testing/plans.js';
export { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from './testing/sql-snapshot.js';
export { Certificates, type Certificate } from './testing/certificates.js';
