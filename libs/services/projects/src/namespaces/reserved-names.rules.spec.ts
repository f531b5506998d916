import { isReservedForProjects, isReservedOnTop } from './reserved-names.rules.js';

describe('reserved names', () => {
  it.each(['api', 'API', 'Users', '-', '.well-known', 'robots.txt', 's', 'groups'])('keeps %j on top', (path) => {
    expect(isReservedOnTop(path)).toBe(true);
  });

  it.each(['tree', 'api2', 'alice', 'root', 'rawr'])('leaves %j to users', (path) => {
    expect(isReservedOnTop(path)).toBe(false);
  });

  it.each(['tree', 'RAW', '-', 'create_dir', 'refs'])('keeps %j inside namespaces', (path) => {
    expect(isReservedForProjects(path)).toBe(true);
  });

  it.each(['api', 'users', 'trees', 'environments'])('leaves %j to projects', (path) => {
    expect(isReservedForProjects(path)).toBe(false);
  });
});
