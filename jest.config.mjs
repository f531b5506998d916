/** Specs run as they are shipped: from dist/, compiled by the same `tsc -b` that builds the services (docs/adr). */
export default {
  rootDir: import.meta.dirname,
  // Each worker is a process, so that specs may change its environment and its signals; with one worker they run in Jest's own.
  runner: 'jest-light-runner/child-process',
  setupFilesAfterEnv: ['<rootDir>/tools/jest/plain-children.mjs', '<rootDir>/tools/jest/time-limits.mjs'],
  testSequencer: '<rootDir>/tools/jest/slowest-first.mjs',
  testMatch: ['<rootDir>/{apps,libs,bench}/**/dist/**/*.spec.js', '<rootDir>/tools/**/*.spec.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/.hearth/', '<rootDir>/.tools/'],
  transform: {},
};
