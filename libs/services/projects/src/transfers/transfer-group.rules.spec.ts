import { AccessLevel } from '@hearth/contract-kit';
import type { LockedGroup } from '../groups/groups.store.js';
import { limitsOf, pathReason, placeReason, targetOf } from './transfer-group.rules.js';

const group = (id: number, path: string, ancestorIds: number[] = [], around = ''): LockedGroup => ({
  ...{ id, path, name: path.toUpperCase(), ancestorIds, parentId: ancestorIds.at(-1) ?? null, visibility: 'private' },
  ...{ fullPath: `${around}${path}`, fullName: `${around}${path}`, subgroupCreationLevel: 'owner' },
  limitsStorage: false,
  level: AccessLevel.owner,
});

describe('the transfer of a group', () => {
  const parent = group(2, 'team', [1], 'org/');

  it('gives it the place and names below its parent', () => {
    expect(targetOf(group(7, 'x'), parent)).toEqual({
      ...{ parentId: 2, ancestorIds: [1, 2], fullPath: 'org/team/x', fullName: 'org/team / X' },
    });
    expect(targetOf(group(7, 'x', [1, 2]), undefined)).toEqual({
      ...{ parentId: null, ancestorIds: [], fullPath: 'x', fullName: 'X' },
    });
  });

  it.each([
    [group(7, 'x'), undefined, 'Group is already a root group.'],
    [group(7, 'x', [1, 2]), parent, 'Group is already associated to the parent group.'],
    [group(2, 'team', [1]), parent, 'Cannot transfer group to one of its subgroup.'],
    [group(1, 'org'), parent, 'Cannot transfer group to one of its subgroup.'],
    [group(7, 'x', [1]), parent, undefined],
    [group(7, 'x', [1]), undefined, undefined],
  ])('is possible to another place only (%#)', (moved, to, reason) => {
    expect(placeReason(moved, to)).toBe(reason);
  });

  it('keeps the limits of names, lengths and nesting', () => {
    const inside = { longest: 1, depth: 0 };
    expect(limitsOf(group(7, 'x'), parent, inside)).toBeUndefined();
    expect(limitsOf(group(7, 'api', [1]), undefined, { longest: 3, depth: 1 })).toBe(
      'Validation failed: Path api is a reserved name',
    );
    expect(limitsOf(group(7, 'x'), parent, { ...inside, longest: 1_992 })).toBe(
      'Validation failed: Route path is too long (maximum is 2000 characters)',
    );
    expect(limitsOf(group(7, 'x'), parent, { ...inside, longest: 1_991 })).toBeUndefined();
    expect(limitsOf(group(7, 'x'), parent, { ...inside, depth: 18 })).toBeUndefined();
    expect(limitsOf(group(7, 'x'), parent, { ...inside, depth: 19 })).toBe(
      'Validation failed: Parent has too deep level of nesting',
    );
  });

  it('names what has the path', () => {
    expect(pathReason('taken', 'x')).toContain('already has a subgroup or a project with the same path');
    expect(pathReason('reserved', 'x')).toBe('Validation failed: Path x has been taken before. Please use another one');
  });
});
