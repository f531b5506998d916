export { EdgeModule } from './edge.module.js';
export { routesOf, type RouteEntry } from './route-entry.js';
