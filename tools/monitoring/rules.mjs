// Prints the rules of k8s/monitoring for a Prometheus without the operator:
//   ./hearth exec node tools/monitoring/rules.mjs > hearth-rules.yaml
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { root } from '../hearth/paths.mjs';

/** The groups of rules, as in a file of rules. */
export function ruleGroups() {
  return parse(readFileSync(path.join(root, 'k8s/monitoring/prometheus-rule.yaml'), 'utf8')).spec.groups;
}

/** The text of a file of rules. */
export function rulesFile() {
  return stringify({ groups: ruleGroups() }, { lineWidth: 0 });
}

if (process.argv[1] === import.meta.filename) process.stdout.write(rulesFile());
