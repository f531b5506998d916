/** Specs run as they are shipped: from dist/, compiled by the same `tsc -b` that builds the services (docs/adr). */
export default {
  rootDir: import.meta.dirname,
  runner: 'jest-light-runner',
  testMatch: ['<rootDir>/{apps,libs,bench}/**/dist/**/*.spec.js', '<rootDir>/tools/**/*.spec.mjs'],
  modulePathIgnorePatterns: ['<rootDir>/.hearth/', '<rootDir>/.tools/'],
  transform: {},
};
