import { isOneOf, onImports } from '../imports.mjs';
import { placeOf } from '../places.mjs';

const DOORS = ['libs/services/repository/src/git/', 'bench/', 'tools/'];
const STARTERS = ['node:child_process', 'child_process', 'execa', 'zx', 'cross-spawn', 'shelljs'];

/** Only the git folder of the repository service starts processes: its declared sub-commands know what each flag does. */
export default {
  meta: {
    type: 'problem',
    docs: {
      description:
        'Processes are started under libs/services/repository/src/git only (and by tools, tests, benchmarks)',
    },
    schema: [],
    messages: {
      process: 'Only libs/services/repository/src/git starts processes: declare the git sub-command there.',
    },
  },
  create(context) {
    const { path, test } = placeOf(context.filename);
    if (test || DOORS.some((door) => path.startsWith(door))) return {};
    return onImports((specifier, node) => {
      if (isOneOf(STARTERS, specifier)) context.report({ node, messageId: 'process' });
    });
  },
};
