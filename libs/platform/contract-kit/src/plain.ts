// The part of the lib that needs no schemas: a worker thread that imports it does not load Zod.

export { matchesWildcard } from './wildcard.js';
