import type { ServiceTable } from '@hearth/http';
import { pageAddress } from './page-addresses.js';
import { builtTables } from '../routes/built-tables.js';
import { RouteTable } from '../routes/route-table.js';

describe('pageAddress', () => {
  const table = new RouteTable(builtTables().flatMap(({ text }) => (JSON.parse(text) as ServiceTable).routes));

  it.each([
    ['/jane', '/-/overview?path=jane'],
    ['/jane/', '/-/overview?path=jane'],
    ['/jane/app?page=2&x=1', '/-/overview?path=jane%2Fapp&page=2'],
    ['/jane/app.git', '/-/overview?path=jane%2Fapp'],
    ['/group/sub/app.js', '/-/overview?path=group%2Fsub%2Fapp.js'],
    ['/groups/group/sub', '/-/overview/group?path=group%2Fsub'],
    ['/groups/group?search=a+b', '/-/overview/group?path=group&search=a+b'],
  ])('of %s is %s', (target, expected) => {
    expect(pageAddress(table, 'GET', target)).toBe(expected);
    expect(pageAddress(table, 'HEAD', target)).toBe(expected);
    expect(pageAddress(table, 'POST', target)).toBe(target);
  });

  it.each([
    ...['/', '/api/v4/user', '/api/v4/no/such', '/oauth/token', '/oauth/nothing', '/-/profile', '/-/nothing', '/admin'],
    ...['/users/sign_in', '/users/nothing', '/dashboard/projects', '/uploads/x', '/groups/', '/favicon.ico'],
    ...['/jane/app.git/info/refs?service=git-upload-pack', '/jane/app/info/refs', '/jane/app.git/HEAD'],
    ...['/jane/%2e%2e', '/a%2Fb', '/-x', '//evil.example', `/a${'/a'.repeat(30)}`, '*', 'http://here/jane'],
  ])('leaves %s alone', (target) => {
    expect(pageAddress(table, 'GET', target)).toBe(target);
  });
});
