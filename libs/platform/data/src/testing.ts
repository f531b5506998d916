export { SwallowingProxy } from './testing/swallowing-proxy.js';
export { TestDatabase } from './testing/test-database.js';
export { until } from './testing/until.js';
export { genericPlanOf, keepsItsPlan, planOf, recording, type Plan, type Statement } from './testing/plans.js';
