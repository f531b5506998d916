import {
  boolean,
  checkKeys,
  field,
  isBlank,
  isFields,
  isGiven,
  isText,
  oneOf,
  text,
  type Fields,
} from '../checks.rules.js';
import { invalid } from '../configuration-invalid.js';

/** Pipeline that a bridge starts, before variables are expanded. */
export type ConfiguredTrigger = (
  | {
      /** Full path of another project. */
      readonly project: string;
      /** Null: its default branch. */
      readonly branch: string | null;
    }
  /** Entries of `include`, which are the configuration of a child pipeline. */
  | { readonly include: readonly Fields[] }
) & {
  /** Whether the bridge has the status of the pipeline, instead of success once it is created. */
  readonly isAwaited: boolean;
  /** Whether it has every status of the pipeline, not only success and failure. */
  readonly isMirrored?: true;
  /** Variables that the pipeline gets. */
  readonly forward: {
    /** Those of the configuration that the bridge has. */
    readonly yamlVariables: boolean;
    /** Those that the pipeline of the bridge was created with. */
    readonly pipelineVariables: boolean;
  };
};

const STRATEGIES = ['depend', 'mirror'] as const;
/** Files of one child pipeline. */
const MOST_INCLUDED = 3;
const INCLUDE_KEYS = ['local', 'project', 'file', 'ref', 'template', 'artifact', 'job', 'inputs'];
/** Kinds of files; each entry has one of them. */
const ACCESSORS = ['local', 'project', 'template', 'artifact'];

/** Reads the `trigger` of a job. @throws ConfigurationInvalid */
export function triggerIn(place: string, value: unknown): ConfiguredTrigger | undefined {
  if (!isGiven(value)) return undefined;
  const fields = isText(value) ? { project: value } : value;
  if (!isFields(fields)) throw invalid(place, 'has to be either a string or a hash');
  const isChild = Object.hasOwn(fields, 'include');
  if (!isChild && !Object.hasOwn(fields, 'project'))
    throw invalid(place, 'config must specify either project or include');
  checkKeys(place, fields, [...(isChild ? ['include'] : ['project', 'branch']), 'strategy', 'forward']);
  const strategy = oneOf(place, field(fields, 'strategy'), STRATEGIES, 'strategy should be depend or mirror');
  const common = {
    isAwaited: strategy !== null,
    ...(strategy === 'mirror' && { isMirrored: true as const }),
    forward: forwardIn(`${place}:forward`, field(fields, 'forward')),
  };
  if (isChild) return { include: includedIn(`${place}:include`, field(fields, 'include')), ...common };
  const project = text(`${place} project`, field(fields, 'project'));
  if (isBlank(project)) throw invalid(place, "project can't be blank");
  return { project: project!, branch: text(`${place} branch`, field(fields, 'branch')), ...common };
}

function forwardIn(place: string, value: unknown): ConfiguredTrigger['forward'] {
  if (isGiven(value) && !isFields(value)) throw invalid(place, 'config should be a hash');
  const fields = value ?? {};
  checkKeys(place, fields, ['yaml_variables', 'pipeline_variables']);
  const flag = (key: string) => boolean(`${place} ${key.replace('_', ' ')}`, field(fields, key));
  return { yamlVariables: flag('yaml_variables') ?? true, pipelineVariables: flag('pipeline_variables') ?? false };
}

function includedIn(place: string, value: unknown): readonly Fields[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (entries.length === 0 || isBlank(value)) throw invalid(place, "config can't be blank");
  if (entries.length > MOST_INCLUDED) throw invalid(place, `config is too long (maximum is ${MOST_INCLUDED})`);
  return entries.map((entry) => includeIn(place, entry));
}

function includeIn(place: string, entry: unknown): Fields {
  const fields = isText(entry) ? { local: entry } : entry;
  if (!isFields(fields)) throw invalid(place, 'config should be a hash or a string');
  checkKeys(place, fields, INCLUDE_KEYS);
  if (ACCESSORS.filter((key) => isGiven(field(fields, key))).length !== 1)
    throw invalid(place, `config needs to match exactly one accessor: ${ACCESSORS.join(', ')}`);
  const artifact = text(`${place} artifact`, field(fields, 'artifact'));
  const job = text(`${place} job`, field(fields, 'job'));
  if (artifact !== null && isBlank(job))
    throw invalid(place, 'config must specify the job where to fetch the artifact from');
  return fields;
}
