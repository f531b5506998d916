import { AccessLevel, type GroupAccess, type ProjectAccess, type ProjectFeatures } from '@hearth/contract-kit';
import { encodedPath } from './encoded-path.js';
import { groupSettingsMenu, presentPageGroup } from './group-page.js';
import { presentPageProject, projectSettingsMenu } from './project-page.js';

const OPEN = {
  issues: 'enabled',
  mergeRequests: 'enabled',
  snippets: 'enabled',
  builds: 'enabled',
  wiki: 'enabled',
} as const;

function access(features: Partial<ProjectFeatures>, level: ProjectAccess['level'] = AccessLevel.none): ProjectAccess {
  const project = { fullPath: 'a/b/app', visibility: 'public', archived: false, defaultBranch: 'feature/x' };
  return { project: { ...project, features: { ...OPEN, repository: 'enabled', ...features } }, level } as ProjectAccess;
}
const sectionsOf = (given: ProjectAccess) => presentPageProject(given, 'issues').sections.map(({ name }) => name);

describe('the project of a page', () => {
  it('has the groups above it, and the section of the page', () => {
    const { address, name, above, sections } = presentPageProject(access({}), 'issues');
    expect({ address, name, above }).toEqual({
      address: '/a/b/app',
      name: 'app',
      above: [
        { name: 'a', address: '/a' },
        { name: 'b', address: '/a/b' },
      ],
    });
    expect(sections.filter(({ current }) => current)).toEqual([
      { name: 'Issues', address: '/a/b/app/-/issues', current: true },
    ]);
    expect(sections.find(({ name: section }) => section === 'Files')!.address).toBe('/a/b/app/-/tree/feature/x');
  });

  it('shows no section that is disabled, or private to other callers', () => {
    expect(sectionsOf(access({ issues: 'disabled' }))).not.toContain('Issues');
    expect(sectionsOf(access({ issues: 'private' }))).not.toContain('Issues');
    expect(sectionsOf(access({ issues: 'private' }, AccessLevel.guest))).toContain('Issues');
    expect(sectionsOf(access({ repository: 'disabled' }))).not.toContain('Merge requests');
  });

  it('shows the settings to those who change them', () => {
    expect(sectionsOf(access({}, AccessLevel.developer))).not.toContain('Settings');
    expect(sectionsOf(access({}, AccessLevel.master))).toContain('Settings');
  });

  it('shows the settings of a group to masters as far as they may change them', () => {
    const groupOf = (level: GroupAccess['level']) =>
      presentPageGroup({ group: { fullPath: 'a', visibility: 'public' }, level } as GroupAccess, 'settings');
    const settingsOf = (level: GroupAccess['level']) => groupOf(level).sections.find(({ name }) => name === 'Settings');
    expect(settingsOf(AccessLevel.developer)).toBeUndefined();
    expect(settingsOf(AccessLevel.master)?.address).toBe('/groups/a/-/variables');
    expect(settingsOf(AccessLevel.owner)?.address).toBe('/groups/a/-/edit');
    const names = groupSettingsMenu(groupOf(AccessLevel.master), '/variables').map(({ name }) => name);
    expect([names.includes('General'), names.includes('Variables')]).toEqual([false, true]);
  });

  it('has the settings of its repository and pipelines while these are on', () => {
    const menuOf = (features: Partial<ProjectFeatures>) =>
      projectSettingsMenu(presentPageProject(access(features, AccessLevel.master), 'settings'), '/-/edit').map(
        ({ name }) => name,
      );
    const rest = ['Runners', 'Access tokens', 'Deploy tokens', 'Webhooks'];
    const rules = ['Protected branches', 'Protected tags'];
    expect(menuOf({})).toEqual(['General', ...rules, 'Deploy keys', 'Variables', 'Triggers', ...rest]);
    expect(menuOf({ builds: 'disabled' })).toEqual(['General', ...rules, 'Deploy keys', ...rest]);
    expect(menuOf({ repository: 'disabled', builds: 'disabled' })).toEqual(['General', 'Deploy keys', ...rest]);
  });

  it('keeps the slashes of a ref in addresses, and encodes the rest', () => {
    expect(encodedPath('feature/a b#c')).toBe('feature/a%20b%23c');
  });
});
