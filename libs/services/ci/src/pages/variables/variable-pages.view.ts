import type { EndpointCall, Page } from '@hearth/http';
import {
  pageLinks,
  placedFailures,
  presentSettingsFrame,
  type FormFailure,
  type PageLinks,
  type SettingsFrame,
} from '@hearth/pages';
import type { Variable } from '../../variables/variable.rules.js';

/** Of the list, below the pages of its project or group. */
export const VARIABLES = '/variables';

type Values = Readonly<Record<string, unknown>>;

interface VariableForm extends SettingsFrame {
  readonly values: Values;
  readonly visibilities: readonly (readonly [value: string, text: string])[];
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
}

/** Data of the pages of variables. Lists have no values. */
export interface VariablePageData {
  readonly variables: VariableForm & {
    readonly variables: readonly {
      readonly key: string;
      readonly address: string;
      readonly description: string | null;
      readonly traits: readonly string[];
    }[];
    readonly pager: PageLinks;
  };
  readonly variable: VariableForm & {
    readonly key: string;
    /** Its environments before the change. */
    readonly scope: string;
    /** Whether its value is never shown. */
    readonly hidden: boolean;
  };
}

/** Outcome of the form before. */
export interface ShownVariable {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

const VISIBLE = ['visible', 'Visible'] as const;
const MASKED = ['masked', 'Masked in traces'] as const;
const HIDDEN = ['hidden', 'Masked in traces, and never shown here'] as const;

export function presentVariablesPage(
  kind: 'project' | 'group',
  call: EndpointCall<unknown>,
  page: Page<Variable>,
  { values = {}, notice = null, failures = [] }: ShownVariable,
): VariablePageData['variables'] {
  const frame = presentSettingsFrame(kind, call, VARIABLES, 'Variables');
  return {
    ...frame,
    ...{ notice, failures, visibilities: [VISIBLE, MASKED, HIDDEN] },
    values: { environment_scope: '*', ...values },
    variables: page.items.map((variable) => ({
      key: variable.key,
      address: `${frame.at}/${variable.key}?scope=${encodeURIComponent(variable.environmentScope)}`,
      description: variable.description,
      traits: traitsOf(variable),
    })),
    pager: pageLinks(page, frame.at),
  };
}

export function presentVariablePage(
  kind: 'project' | 'group',
  call: EndpointCall<unknown>,
  variable: Variable,
  { values = {}, notice = null, failures = [] }: ShownVariable,
): VariablePageData['variable'] {
  const { key, hidden, masked, file, environmentScope: scope } = variable;
  const present = {
    value: hidden ? '' : variable.value,
    variable_type: file ? 'file' : 'env_var',
    visibility: masked ? 'masked' : 'visible',
    environment_scope: scope,
    ...{ description: variable.description, protected: variable.protected, raw: variable.raw },
  };
  return {
    ...presentSettingsFrame(kind, call, VARIABLES, 'Variables'),
    ...{ key, scope, hidden, notice, failures, visibilities: [VISIBLE, MASKED] },
    values: { ...present, ...values },
  };
}

/** Places the failures of a write at the fields of the form. */
export function placedVariableFailures(failures: readonly FormFailure[]): FormFailure[] {
  const placed = placedFailures(failures, { masked: 'visibility', base: null });
  return placed.map(({ field, text }) => ({ field, text: text.trim() }));
}

function traitsOf({ file, masked, hidden, raw, environmentScope: scope, ...variable }: Variable): string[] {
  return [
    ...(file ? ['file'] : []),
    ...(variable.protected ? ['protected'] : []),
    ...(hidden ? ['hidden'] : masked ? ['masked'] : []),
    ...(raw ? ['not expanded'] : []),
    ...(scope === '*' ? [] : [`environment ${scope}`]),
  ];
}
