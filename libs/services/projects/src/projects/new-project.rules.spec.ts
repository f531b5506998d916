import {
  errorsOf,
  nameAndPath,
  restrictedErrors,
  visibilityByDefault,
  wikiSibling,
  type Candidate,
} from './new-project.rules.js';

const FREE = { name: false, path: false, wiki: false };
const PUBLIC = { visibility: 'public' } as const;
const NAME_TEXT =
  "can contain only letters, digits, emojis, '_', '.', dash, space. It must start with letter, digit, emoji or '_'.";
const PATH_TEXT =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

function candidate(overrides: Partial<Candidate> = {}): Candidate {
  return { name: 'Tool', path: 'tool', description: null, visibility: 'private', ciConfigPath: null, ...overrides };
}

const errors = (overrides: Partial<Candidate>) => errorsOf(candidate(overrides), FREE, PUBLIC);

describe('nameAndPath', () => {
  it('makes the path from the name and the name from the path', () => {
    expect(nameAndPath({ name: 'My Project!' })).toEqual({ name: 'My Project!', path: 'my-project' });
    expect(nameAndPath({ path: 'Some.Path' })).toEqual({ name: 'Some.Path', path: 'Some.Path' });
    expect(nameAndPath({ name: 'A', path: 'b' })).toEqual({ name: 'A', path: 'b' });
  });

  it('takes blank for missing', () => {
    expect(nameAndPath({ name: ' ', path: 'b' })).toEqual({ name: 'b', path: 'b' });
    expect(nameAndPath({ name: 'A b', path: '' })).toEqual({ name: 'A b', path: 'a-b' });
    expect(nameAndPath({ name: '', path: ' ' })).toEqual({ name: '', path: '' });
  });

  it('composes accents, so that one name has one spelling', () => {
    expect(nameAndPath({ name: 'Cafe\u0301' }).name).toBe('Caf\u00e9');
  });
});

describe('errorsOf', () => {
  it('finds nothing wrong with an ordinary project', () => {
    expect(errors({})).toEqual({});
  });

  it.each(['a', '7', '_x', 'Ünï cödé', '日本語', 'a – b', 'x.y z-1', '🚀 rocket', '👩‍💻 tools', '🇩🇪', 'क्षि', '❤️'])(
    'accepts the name %j',
    (name) => {
      expect(errors({ name })).toEqual({});
    },
  );

  it.each(['-x', ' x', '.x', 'a/b', 'a<b', 'a\nb', 'a\u202eb', 'a+b', '#1'])('refuses the name %j', (name) => {
    expect(errors({ name })).toEqual({ name: [NAME_TEXT] });
  });

  it.each(['a', '_', '.config', 'a.b-c_d', 'UPPER', '7', 'git', 'atom.git.x'])('accepts the path %j', (path) => {
    expect(errors({ path })).toEqual({});
  });

  it.each(['-a', 'a b', 'é', 'a.git', 'a.atom', 'A.GIT', 'a/b', '.', '..', 'a\n'])('refuses the path %j', (path) => {
    expect(errors({ path })).toEqual({ path: [PATH_TEXT] });
  });

  it.each(['tree', 'Blob', 'find_file', 'wikis'])('keeps %j for the URLs below a project', (path) => {
    expect(errors({ path })).toEqual({ path: [`${path} is a reserved name`] });
  });

  it('counts characters, not UTF-16 units', () => {
    expect(errors({ name: '🚀'.repeat(255) })).toEqual({});
    expect(errors({ name: '🚀'.repeat(256) })).toEqual({ name: ['is too long (maximum is 255 characters)'] });
    expect(errors({ path: 'p'.repeat(256) })).toEqual({ path: ['is too long (maximum is 255 characters)'] });
    expect(errors({ description: 'd'.repeat(2000) })).toEqual({});
    expect(errors({ description: 'd'.repeat(2001) })).toEqual({
      description: ['is too long (maximum is 2000 characters)'],
    });
  });

  it('says what is blank', () => {
    expect(errors({ name: '', path: '' })).toEqual({ name: ["can't be blank"], path: ["can't be blank"] });
  });

  it('bounds tags', () => {
    expect(errors({ tagList: ['\u{1F680}'.repeat(255), ''] })).toEqual({});
    expect(errors({ tagList: ['a', 't'.repeat(256), 'u'.repeat(300)] })).toEqual({
      tag_list: ['is too long (maximum is 255 characters)'],
    });
    const tags = Array.from({ length: 101 }, (_, number) => `t${number}`);
    expect(errors({ tagList: tags.slice(1) })).toEqual({});
    expect(errors({ tagList: tags })).toEqual({ tag_list: ['has too many tags (maximum is 100)'] });
  });

  it('bounds the name of the default branch', () => {
    expect(errors({ defaultBranch: 'b'.repeat(255) })).toEqual({});
    expect(errors({ defaultBranch: 'b'.repeat(256) })).toEqual({
      default_branch: ['is too long (maximum is 255 characters)'],
    });
  });

  it('keeps the CI configuration inside the repository', () => {
    const text = 'cannot include leading slash or directory traversal.';
    expect(errors({ ciConfigPath: 'ci/main.yml' })).toEqual({});
    expect(errors({ ciConfigPath: '/ci.yml' })).toEqual({ ci_config_path: [text] });
    expect(errors({ ciConfigPath: 'a/../b' })).toEqual({ ci_config_path: [text] });
    expect(errors({ ciConfigPath: 'c'.repeat(256) })).toEqual({
      ci_config_path: ['is too long (maximum is 255 characters)'],
    });
  });

  it('names what is taken under every key that clients know', () => {
    expect(errorsOf(candidate(), { name: true, path: true, wiki: false }, PUBLIC)).toEqual({
      path: ['has already been taken'],
      name: ['has already been taken'],
      'route.path': ['has already been taken'],
      route: ['is invalid'],
    });
    expect(errorsOf(candidate(), { name: false, path: false, wiki: true }, PUBLIC)).toEqual({
      name: ['has already been taken'],
    });
    expect(errorsOf(candidate(), { name: true, path: false, wiki: true }, PUBLIC)).toEqual({
      name: ['has already been taken'],
    });
  });

  it('lets nothing be more visible than its namespace', () => {
    const inPrivate = (visibility: Candidate['visibility']) =>
      errorsOf(candidate({ visibility }), FREE, { visibility: 'private' });
    expect(inPrivate('private')).toEqual({});
    expect(inPrivate('internal')).toEqual({ visibility_level: ['internal is not allowed in a private group.'] });
    expect(inPrivate('public')).toEqual({ visibility_level: ['public is not allowed in a private group.'] });
    expect(errorsOf(candidate({ visibility: 'public' }), FREE, { visibility: 'internal' })).toEqual({
      visibility_level: ['public is not allowed in a internal group.'],
    });
  });
});

describe('wikiSibling', () => {
  it('is the wiki of a project, and the project of a wiki', () => {
    expect(wikiSibling('tool')).toBe('tool.wiki');
    expect(wikiSibling('tool.wiki')).toBe('tool');
  });
});

describe('visibilityByDefault', () => {
  it.each([
    ['public', 'public', [], 'public'],
    ['private', 'public', [], 'private'],
    ['public', 'internal', [], 'internal'],
    ['public', 'private', [], 'private'],
    ['public', 'public', ['public'], 'internal'],
    ['public', 'public', ['public', 'internal'], 'private'],
    ['internal', 'private', ['internal'], 'private'],
    ['private', 'public', ['private'], 'private'],
  ] as const)('%s in a %s namespace without %j is %s', (wanted, visibility, restricted, expected) => {
    expect(visibilityByDefault(wanted, { visibility }, restricted)).toBe(expected);
  });
});

describe('restrictedErrors', () => {
  it('names the visibility', () => {
    expect(restrictedErrors('internal')).toEqual({
      visibility_level: ['internal has been restricted by your GitLab administrator'],
    });
  });
});
