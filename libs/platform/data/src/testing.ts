export { TestDatabase } from './testing/test-database.js';
export { until } from './testing/until.js';
