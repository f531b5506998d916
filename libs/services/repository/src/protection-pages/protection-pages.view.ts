import type { EndpointCall, Page } from '@hearth/http';
import {
  ownerPageAddress,
  pageLinks,
  presentSettingsFrame,
  type FormFailure,
  type PageLinks,
  type SelectOptions,
  type SettingsFrame,
} from '@hearth/pages';
import type { StoredProtectedTag } from '../protected-tags/protected-tags.store.js';
import type { StoredProtectedBranch } from '../protection/protected-branches.store.js';

type Values = Readonly<Record<string, unknown>>;

interface RulesPage<Rule> extends SettingsFrame {
  readonly rules: readonly Rule[];
  readonly levels: SelectOptions;
  readonly values: Values;
  readonly notice: string | null;
  readonly failures: readonly FormFailure[];
  readonly pager: PageLinks;
}

export interface ProtectionPageData {
  readonly 'protected-branches': RulesPage<StoredProtectedBranch>;
  readonly 'protected-tags': RulesPage<StoredProtectedTag>;
}

/** Outcome of the form before. */
export interface Shown {
  readonly values?: Values;
  readonly notice?: string | null;
  readonly failures?: readonly FormFailure[];
}

const LEVELS = [
  [40, 'Maintainers'],
  [30, 'Developers and maintainers'],
  [0, 'No one'],
] as const;

/** Kinds of refs that rules protect. */
export type ProtectedKind = 'branches' | 'tags';

export function rulesAddress(kind: ProtectedKind, call: EndpointCall<unknown>): string {
  return ownerPageAddress('project', call, `/protected_${kind}`);
}

export function presentRulesPage<Rule>(
  kind: ProtectedKind,
  call: EndpointCall<unknown>,
  rules: Page<Rule>,
  { values = {}, notice = null, failures = [] }: Shown,
): RulesPage<Rule> {
  const frame = presentSettingsFrame('project', call, `/protected_${kind}`, `Protected ${kind}`);
  return {
    ...frame,
    ...{ levels: LEVELS, values, notice, failures },
    rules: rules.items,
    pager: pageLinks(rules, frame.at),
  };
}
