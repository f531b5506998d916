import { EMPTY_NAMES, KINDS, placeOf } from '../places.mjs';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const LIB_ROOT = /^libs\/((platform|services|kits|contracts)\/)?[^/]+\/src\/index\.ts$/;

/** A path is guessable: kebab-case, folders that name a noun, suffixes from a closed list, an index at a lib's root only. */
export default {
  meta: {
    type: 'problem',
    docs: { description: 'File and folder names follow the closed lists of docs/STYLE.md' },
    schema: [],
    messages: {
      empty: '"{{name}}" says nothing about what is inside: name the thing.',
      kebab: '"{{name}}" is not kebab-case.',
      kind: '".{{kind}}" is no kind of file: one of {{kinds}}, or a bare verb for a write.',
      index: 'An index stands at the root of a lib only (src/index.ts): import the file itself.',
      reaction: 'Reactions are on-*.ts in events/, and nothing else is: "{{name}}".',
    },
  },
  create(context) {
    const place = placeOf(context.filename);
    return {
      Program(node) {
        for (const { messageId, data } of complaints(place)) context.report({ node, messageId, data });
      },
    };
  },
};

function* complaints(place) {
  const { name, kind } = place;
  for (const part of [...place.folders, name]) {
    if (EMPTY_NAMES.includes(part)) yield { messageId: 'empty', data: { name: part } };
  }
  if (!KEBAB.test(name)) yield { messageId: 'kebab', data: { name } };
  if (name === 'index' && place.folders[0] === 'libs' && !LIB_ROOT.test(place.path)) yield { messageId: 'index' };
  if (!place.sliced) return;
  if (kind && !KINDS.includes(kind))
    yield { messageId: 'kind', data: { kind, kinds: KINDS.map((k) => `.${k}`).join(' ') } };
  const inEvents = place.inside.startsWith('events/');
  if (inEvents !== name.startsWith('on-')) yield { messageId: 'reaction', data: { name } };
}
