import { isReservedForProjects } from './reserved-names.rules.js';

describe('isReservedForProjects', () => {
  it.each(['tree', 'RAW', '-', 'create_dir', 'refs'])('keeps %j inside namespaces', (path) => {
    expect(isReservedForProjects(path)).toBe(true);
  });

  it.each(['api', 'users', 'trees', 'environments'])('leaves %j to projects', (path) => {
    expect(isReservedForProjects(path)).toBe(false);
  });
});
