import { camel, isPlural, kebab, pascal, singular, spaced } from './names.mjs';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const SEGMENT = /^:?[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/**
 * Reads what an endpoint is about from its method and path.
 * @param {string} method GET, POST, PUT or DELETE
 * @param {string} path as the v4 API writes it: /projects/:id/labels/:label_id
 * @param {string} [name] the method's name, where the usual one does not do
 * @returns `kind` list, one, create, update, remove, or act (a verb of its own, such as /merge); `resource` the slice's folder;
 *   `inProject` whether the path begins with /projects/:id; `parameters` of the path; names of everything that is made
 * @throws a sentence for the user when it cannot be read
 */
export function readRoute(method, path, name) {
  const verb = (method ?? '').toUpperCase();
  if (!METHODS.includes(verb)) throw new Error(`the method is one of ${METHODS.join(', ')}: ${method ?? '(missing)'}`);
  const segments = (path ?? '').split('/').slice(1);
  if (!path?.startsWith('/') || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new Error(`the path is written as in the v4 API, /projects/:id/labels/:label_id: ${path ?? '(missing)'}`);
  }
  const literals = segments.filter((segment) => !segment.startsWith(':'));
  const parameters = segments.filter((segment) => segment.startsWith(':')).map((segment) => segment.slice(1));
  const last = segments.at(-1);
  const isAct = verb !== 'GET' && !last.startsWith(':') && !isPlural(last) && segments.at(-2)?.startsWith(':');
  const noun = isAct ? literals.at(-2) : literals.at(-1);
  if (!noun) throw new Error(`the path names no resource: ${path}`);
  if (isAct && noun === 'projects') throw new Error(`${path} acts on the project itself: write it by hand`);
  if (verb === 'GET' && !last.startsWith(':') && !isPlural(last))
    throw new Error(`${path} is no list: write it by hand`);
  const kind = isAct ? 'act' : kindOf(verb, last.startsWith(':'));
  if (!kind)
    throw new Error(`${verb} ${path}: a ${verb === 'POST' ? 'POST makes one in a list' : `${verb} needs an item`}`);
  const inProject = path.startsWith('/projects/:id/');
  return {
    method: verb,
    path,
    kind,
    parameters,
    inProject,
    itemParameter: inProject && parameters.length === 1 ? undefined : parameters.at(-1),
    ...namesOf(noun, kind, isAct ? last : undefined, name),
  };
}

function kindOf(method, isItem) {
  if (method === 'GET') return isItem ? 'one' : 'list';
  if (method === 'POST') return isItem ? undefined : 'create';
  if (!isItem) return undefined;
  return method === 'PUT' ? 'update' : 'remove';
}

const USUAL_NAMES = { list: 'list', one: 'one', create: 'create', update: 'update', remove: 'delete' };

function namesOf(noun, kind, action, name) {
  const one = singular(noun);
  const verbFile = name ? kebab(name) : action ? kebab(action) : USUAL_NAMES[kind];
  const Verb = pascal(verbFile);
  return {
    resource: kebab(noun),
    table: noun,
    item: kebab(one),
    Item: pascal(one),
    itemVariable: camel(one),
    Resource: pascal(noun),
    resourceVariable: camel(noun),
    words: spaced(noun),
    itemWords: spaced(one),
    itemTitle: pascal(one).replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    verbFile,
    methodName: camel(verbFile),
    Params:
      kind === 'list'
        ? `List${pascal(noun)}Params`
        : kind === 'one'
          ? `${pascal(one)}Params`
          : `${Verb}${pascal(one)}Params`,
    verbProperty: camel(`${verbFile}-${one}`),
    VerbClass: `${Verb}${pascal(one)}`,
  };
}
