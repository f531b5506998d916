/** Options of `./hearth import`, for the command line. */
export const importOptions = {
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'a personal access token of the source with scope api (or HEARTH_IMPORT_TOKEN)',
  },
  users: { type: 'string', value: 'FILE', help: 'YAML that maps usernames of the source to those here' },
  into: { type: 'string', value: 'GROUP', help: 'a group here to put them in (default: the same paths)' },
  as: { type: 'string', value: 'USER', help: 'the admin here who brings them (default: root)' },
  'dry-run': { type: 'boolean', help: 'read the source and count, and write nothing' },
};

export const importNotes = [
  'PATH is the full path of a group, with all its subgroups and projects, or of one project.',
  'May be interrupted and run again: it goes on where it ended, and makes nothing twice.',
  'Exit status 1 when something was left out, which the report names. docs/importing.md says more.',
];
