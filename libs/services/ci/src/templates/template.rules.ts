import { TEMPLATES } from '../configuration/composition/templates.js';
import { TemplateNotFound } from '../refusals.js';

export interface ConfigurationTemplate {
  /** File name without its folder and extension. */
  readonly name: string;
  readonly content: string;
}

const NAME = /^(?:.*\/)?([^/]+)\.gitlab-ci\.yml$/;

/** The templates that `include: template` finds, in the order of their names. */
export const CONFIGURATION_TEMPLATES: readonly ConfigurationTemplate[] = Object.entries(TEMPLATES)
  .map(([path, text]) => ({ name: NAME.exec(path)![1]!, content: text.trimStart() }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** @throws TemplateNotFound */
export function templateNamed(name: string): ConfigurationTemplate {
  const found = CONFIGURATION_TEMPLATES.find((template) => template.name === name);
  if (!found) throw TemplateNotFound();
  return found;
}
