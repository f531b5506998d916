import { pageAddressOf, projectPageTarget, signInAddress } from './project-addresses.js';

describe('projectPageTarget', () => {
  it.each([
    ['/jane/app/-/issues', '/-/project/jane%2Fapp/issues'],
    ['/a/b/c/-/issues/3?x=%2F', '/-/project/a%2Fb%2Fc/issues/3?x=%2F'],
    ['/a/b/-/tree/main/-/x', '/-/project/a%2Fb/tree/main/-/x'],
    ['/a/b/tree/feature/x', '/-/project/a%2Fb/tree/feature/x'],
    ['/a/b/merge_requests/7/diffs', '/-/project/a%2Fb/merge_requests/7/diffs'],
    ['/a/b/commit/0123abcd', '/-/project/a%2Fb/commit/0123abcd'],
    ['/users/password/edit', '/users/password/edit'],
    ['/groups/a/-/edit?done=saved', '/-/group/a/edit?done=saved'],
    ['/groups/a/b/-/group_members', '/-/group/a%2Fb/group_members'],
    ['/group/tree/blob/main/x', '/-/project/group%2Ftree/blob/main/x'],
    ['/groups/a/-/activity', '/-/group/a/activity'],
    ['/groups/a/b/-/activity?page=2', '/-/group/a%2Fb/activity?page=2'],
  ])('of %s is %s', (address, target) => {
    expect(projectPageTarget(address)).toBe(target);
  });

  it.each([
    ...['/', '/jane', '/jane/app', '/jane/-/issues', '/-/profile/x', '/-/project/1/uploads/x/y', '/a/b/issues/new'],
    ...['/a%2Fb/c/-/issues', '/api/v4/projects/-/x', '/a/b.git/info/refs', `${'/a'.repeat(30)}/-/issues`],
  ])('leaves %s alone', (target) => {
    expect(projectPageTarget(target)).toBe(target);
  });
});

describe('pageAddressOf', () => {
  it.each([
    ['/-/project/a%2Fb/tree/feature%2Fx?y=%2F', '/a/b/-/tree/feature/x?y=%2F'],
    ['/-/project/7/issues/3', '/-/project/7/issues/3'],
    ['/-/group/a%2Fb/edit', '/groups/a/b/-/edit'],
    ['/-/group/a/edit', '/groups/a/-/edit'],
    ['/-/group/7/edit', '/-/group/7/edit'],
    ['/-/group/a/activity?page=2', '/groups/a/-/activity?page=2'],
    ['/-/group/a%2Fb/activity', '/groups/a/b/-/activity'],
    ['/-/group/7/activity', '/-/group/7/activity'],
    ['/-/profile', '/-/profile'],
  ])('of %s is %s', (target, address) => {
    expect(pageAddressOf(target)).toBe(address);
  });

  it('is where a browser comes back to after it has signed in', () => {
    expect(signInAddress('/-/project/a%2Fb/issues/3')).toBe('/users/sign_in?return_to=%2Fa%2Fb%2F-%2Fissues%2F3');
  });
});
