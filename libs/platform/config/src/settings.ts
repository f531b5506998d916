import { z } from 'zod';
import { ConfigurationError } from './configuration-error.js';
import { ownEnvironment, placeInFile } from './environment.js';

/** Environment variables that one part of a process reads. */
export interface Settings<T> {
  /** Heading in the documentation. */
  readonly title: string;
  /** See `SettingsOptions`. */
  readonly readBy: readonly string[];
  /**
   * Reads the values, parsing anew at each call; to be called once, where the part is created.
   * @param environment by default the process' own, and what the configuration file adds to it
   * @throws ConfigurationError with one sentence that names the first invalid variable and its purpose
   */
  read(environment?: NodeJS.ProcessEnv): T;
  /** Returns a sentence for each variable that is set and cannot be used. */
  problemsIn(environment: NodeJS.ProcessEnv): string[];
  describe(): SettingDescription[];
}

export interface SettingsOptions {
  /**
   * For the documentation: the Nest modules (by class name) whose processes read the settings, and programs (`migrate.js`) that do. By
   * default every process of a service.
   */
  readBy?: readonly string[];
}

/** One environment variable, for the documentation. */
export interface SettingDescription {
  readonly name: string;
  readonly purpose: string;
  readonly required: boolean;
  /** As it would stand in the environment; undefined without one. */
  readonly defaultValue: string | undefined;
}

const defined: Settings<unknown>[] = [];

/**
 * Declares environment variables, once, where they are read. Each needs a description (`.describe()`), which appears in error messages and
 * in docs/CONFIGURATION.md. An empty variable counts as unset. A default is given as it would stand in the environment, with
 * `.prefault('10s')`.
 * @throws when a variable has no description or is already declared
 */
export function defineSettings<S extends z.ZodRawShape>(
  title: string,
  shape: S,
  { readBy = [] }: SettingsOptions = {},
): Settings<z.output<z.ZodObject<S>>> {
  const schema = z.object(shape);
  const descriptions = Object.entries(shape).map(([name, variable]) => describe(name, variable as z.ZodType));
  const settings: Settings<z.output<z.ZodObject<S>>> = {
    title,
    readBy,
    read: (environment = ownEnvironment()) => parse(schema, environment),
    problemsIn: (environment) => problemsIn(schema, environment),
    describe: () => descriptions,
  };
  const taken = new Set(defined.flatMap((other) => other.describe().map(({ name }) => name)));
  const twice = descriptions.find(({ name }) => taken.has(name));
  if (twice) throw new Error(`${twice.name} is declared already: one part reads it and hands it on`);
  defined.push(settings);
  return settings;
}

/** Lists the settings of every part that this process has imported, in the order of their declaration. */
export function allSettings(): readonly Settings<unknown>[] {
  return defined;
}

function parse<O extends z.ZodObject>(schema: O, environment: NodeJS.ProcessEnv): z.output<O> {
  const given = givenIn(schema, environment);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(sentenceOf(parsed.error.issues[0]!, schema, given));
}

function problemsIn(schema: z.ZodObject, environment: NodeJS.ProcessEnv): string[] {
  const given = givenIn(schema, environment);
  const issues = schema.safeParse(given).error?.issues ?? [];
  return issues
    .filter(({ path }) => given[String(path[0])] !== undefined)
    .map((issue) => sentenceOf(issue, schema, given));
}

function givenIn(schema: z.ZodObject, environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}

function sentenceOf({ path, message }: z.core.$ZodIssue, schema: z.ZodObject, given: Record<string, string>): string {
  const name = String(path[0]);
  const problem = given[name] === undefined ? 'is not set' : `has an unusable value (${message})`;
  const place = placeInFile(name);
  const { purpose } = describe(name, schema.shape[name] as z.ZodType);
  return `${place ? `${place}: ` : ''}${name} ${problem}: ${purpose}.`;
}

function describe(name: string, variable: z.ZodType): SettingDescription {
  const { description } = variable;
  if (!description) throw new Error(`${name} has no description`);
  const byDefault = variable.safeParse(undefined);
  const hasDefault = variable instanceof z.ZodPrefault || variable instanceof z.ZodDefault;
  const value = hasDefault ? variable.def.defaultValue : undefined;
  return {
    name,
    purpose: description.replace(/\.$/, ''),
    required: !byDefault.success,
    defaultValue: value === undefined ? undefined : String(value),
  };
}
