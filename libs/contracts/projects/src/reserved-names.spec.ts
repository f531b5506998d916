import { isReservedOnTop } from './reserved-names.js';

describe('isReservedOnTop', () => {
  it.each(['api', 'API', 'Users', '-', '.well-known', 'robots.txt', 's', 'groups'])('keeps %j on top', (path) => {
    expect(isReservedOnTop(path)).toBe(true);
  });

  it.each(['tree', 'api2', 'alice', 'root', 'rawr'])('leaves %j to users', (path) => {
    expect(isReservedOnTop(path)).toBe(false);
  });
});
