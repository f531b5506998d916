import { expanded } from '../../pipelines/variables.rules.js';
import { areTexts, checkKeys, field, isFields, isGiven, isText, text, type Fields } from '../checks.rules.js';
import { firstMatch, rulesIn, type RuleContext, type RuleForm, type RuleResult } from '../conditions/rules.rules.js';
import {
  atPlace,
  attempted,
  ConfigurationInvalid,
  invalid,
  type ConfigurationError,
} from '../configuration-invalid.js';
import { TooBig } from '../yaml.rules.js';
import { fileKey, isFromOutside, shownPath, type FileRequest } from './file-request.js';
import { readWithInputs } from './interpolation.rules.js';
import { merged } from './merge.rules.js';
import { placeOfItem, type Source } from './sources.js';
import { TEMPLATES } from './templates.js';

/** Data that includes are resolved with. */
export interface IncludeContext extends RuleContext {
  /** Whether there is a commit with files: a text that is only checked has none. */
  readonly hasProject: boolean;
  /** Whether there is a parent pipeline, whose artifacts the pipeline's own configuration can include. */
  readonly hasParent?: boolean;
  /** Gets the included files, in the order in which they are merged. */
  readonly sources?: Source[];
}

/** Most included files, nested ones counted as well. */
const MOST_FILES = 100;
/** Most text of all included files, in UTF-16 units. */
const MOST_TEXT = 1024 * 1024;

type When = 'always' | 'never';
const RULES: RuleForm<When, RuleResult<When>> = {
  place: 'include:rules:rule',
  whens: ['always', 'never'],
  keys: [],
  result: (_place, _rule, common) => common,
};

/** A file or template to include. */
type Included = FileRequest | { readonly kind: 'template'; readonly name: string };

/** One with the values of its inputs. */
interface Part {
  readonly included: Included;
  readonly inputs: Fields;
}

/**
 * Merges a configuration with the files that it includes: later ones over earlier ones, the configuration over all. Files that are not known yet
 * are noted as missing, and left out.
 * @param source the file that it is
 * @throws ConfigurationInvalid with the errors of all files and entries, once no file is missing
 */
export function withIncludes(configuration: Fields, source: Source, context: IncludeContext): Fields {
  const includes = new Includes(context);
  const whole = includes.whole(configuration, source, null, []);
  const { errors } = includes;
  if (errors.length > 0 && !(context.hasProject && context.facts.missing)) throw new ConfigurationInvalid(errors);
  return whole;
}

class Includes {
  readonly errors: ConfigurationError[] = [];
  #files = 0;
  #text = 0;
  /** Whether a limit was exceeded: no further file is included. */
  #isFull = false;

  constructor(private readonly context: IncludeContext) {}

  /**
   * @param source the file that has this configuration
   * @param origin the same as it was requested; null for the pipeline's own
   * @param chain the files that lead to it
   */
  whole(configuration: Fields, source: Source, origin: FileRequest | null, chain: readonly string[]): Fields {
    if (!Object.hasOwn(configuration, 'include')) return configuration;
    const { include, ...own } = configuration;
    const items: readonly unknown[] = Array.isArray(include) ? include : isGiven(include) ? [include] : [];
    const parts = items.flatMap((item, index) => {
      const attempt = <Result>(check: () => Result) =>
        attempted(this.errors, () => atPlace(() => placeOfItem(source, 'include', index), check));
      const entries: readonly unknown[] = Array.isArray(item) ? item : [item];
      const found = entries.flatMap((entry) => attempt(() => this.#entry(entry, origin)) ?? []);
      return found.flatMap((part) => attempt(() => [this.#part(part, chain)]) ?? []);
    });
    return [...parts, own].reduce(merged, {});
  }

  /** Returns the data for what a file includes. One from outside gets no variables: it could send them on in the URL of another. */
  #contextOf(origin: FileRequest | null): IncludeContext {
    return isFromOutside(origin) ? { ...this.context, variables: new Map() } : this.context;
  }

  /** Returns the files of one entry. */
  #entry(entry: unknown, origin: FileRequest | null): readonly Part[] {
    const fields = isText(entry) ? fieldsOf(entry) : entry;
    if (!isFields(fields)) throw invalid('include', 'config should be an array of hashes or strings');
    checkKeys('include', fields, [
      'local',
      'project',
      'file',
      'ref',
      'template',
      'remote',
      'component',
      'inputs',
      'rules',
      ...(this.context.hasParent && origin === null ? ['artifact', 'job'] : []),
    ]);
    if (isGiven(field(fields, 'component'))) throw invalid('include', 'component is not supported');
    const kinds = ['local', 'project', 'template', 'remote', 'artifact'].filter((key) => isGiven(field(fields, key)));
    if (kinds.length !== 1)
      throw invalid('include', 'config needs to match exactly one accessor: local, project, remote or template');
    const inputs = field(fields, 'inputs') ?? {};
    if (!isFields(inputs)) throw invalid('include', 'inputs should be a hash');
    const rules = rulesIn('include:rules', field(fields, 'rules'), RULES, this.context.patterns);
    const match = rules && firstMatch(rules, this.#contextOf(origin));
    if (rules && (!match || match.when === 'never')) return [];
    return this.#filesOf(fields, origin).map((included) => ({ included, inputs }));
  }

  #filesOf(fields: Fields, origin: FileRequest | null): readonly Included[] {
    const { variables } = this.#contextOf(origin);
    const value = (key: string) => {
      const given = text(`include ${key}`, field(fields, key));
      return given === null ? null : expanded(given, variables);
    };
    const [local, template, project, artifact, remote] = [
      value('local'),
      value('template'),
      value('project'),
      value('artifact'),
      value('remote'),
    ];
    if (remote !== null) return [{ kind: 'remote', url: remote }];
    if (template !== null) return [{ kind: 'template', name: template }];
    if (local !== null) return this.#local(local.replace(/^\/+/, ''), origin);
    if (artifact !== null) return [{ kind: 'artifact', job: value('job') ?? '', path: artifact }];
    const given = field(fields, 'file');
    const files = isText(given) ? [given] : given;
    if (!areTexts(files) || files.length === 0)
      throw invalid('include', 'file should be a string or an array of strings');
    const ref = value('ref');
    return files.map((file) => {
      const path = expanded(file, variables).replace(/^\/+/, '');
      return { kind: 'project', project: project!, ref, path, ...(isFromOutside(origin) && { anonymous: true }) };
    });
  }

  /** A local file is one of the project whose file includes it. */
  #local(path: string, origin: FileRequest | null): readonly Included[] {
    if (origin?.kind === 'project') return [{ ...origin, path }];
    if (!this.context.hasProject || origin?.kind === 'remote')
      throw new ConfigurationInvalid(`Local file \`${path}\` does not have project!`);
    if (!path.includes('*')) return [{ kind: 'local', path }];
    const paths = this.context.facts.paths() ?? [];
    const matching = paths.filter((each) => isYaml(each) && this.context.globs.matchesAny(path, [each]));
    return matching.toSorted().map((each) => ({ kind: 'local', path: each }));
  }

  #part({ included, inputs }: Part, chain: readonly string[]): Fields {
    if (this.#isFull) return {};
    this.#files += 1;
    if (this.#files > MOST_FILES)
      throw this.#full(new ConfigurationInvalid(`Maximum of ${MOST_FILES} nested includes are allowed!`));
    if (included.kind === 'template') {
      const template = { name: included.name, text: templateOf(included.name) };
      this.context.sources?.push(template);
      return this.#content(template.name, template.text, inputs);
    }
    const path = shownPath(included);
    if (!isYaml(path)) throw new ConfigurationInvalid(`Included file \`${path}\` does not have YAML extension!`);
    if (included.kind === 'project' && !this.context.hasProject)
      throw new ConfigurationInvalid(`Project \`${included.project}\` not found or access denied!`);
    if (included.kind === 'remote' && !this.context.hasProject)
      throw new ConfigurationInvalid(`Remote file \`${path}\` does not have project!`);
    const key = fileKey(included);
    if (chain.includes(key))
      throw new ConfigurationInvalid(`Included files are circular: ${[...chain, key].join(', ')}`);
    const file = this.context.facts.file(included);
    if (!file) return {};
    if ('error' in file) throw new ConfigurationInvalid(file.error);
    this.#text += file.text.length;
    if (this.#text > MOST_TEXT) throw this.#full(TooBig());
    const source = { name: path, text: file.text };
    const whole = this.whole(this.#content(path, file.text, inputs, included), source, included, [...chain, key]);
    this.context.sources?.push(source);
    return whole;
  }

  #full(error: ConfigurationInvalid): ConfigurationInvalid {
    this.#isFull = true;
    return error;
  }

  /** @param origin the file that the text is; null for a template */
  #content(name: string, text: string, inputs: Fields, origin: FileRequest | null = null): Fields {
    const value = this.#read(name, text, inputs, origin);
    if (!isFields(value)) throw new ConfigurationInvalid(`\`${name}\`: Invalid configuration format`);
    return value;
  }

  #read(name: string, text: string, inputs: Fields, origin: FileRequest | null): unknown {
    try {
      return readWithInputs(text, inputs, this.#contextOf(origin));
    } catch (error) {
      if (error instanceof ConfigurationInvalid) throw new ConfigurationInvalid(`\`${name}\`: ${error.message}`);
      throw error;
    }
  }
}

function templateOf(name: string): string {
  if (!Object.hasOwn(TEMPLATES, name))
    throw new ConfigurationInvalid(`Included file \`${name}\` is empty or does not exist!`);
  return TEMPLATES[name]!;
}

/** A text alone is the path of a local file, or the URL of a remote one. */
const fieldsOf = (entry: string): Fields => (/^https?:\/\//i.test(entry) ? { remote: entry } : { local: entry });

const isYaml = (path: string): boolean => /\.ya?ml$/i.test(path);
