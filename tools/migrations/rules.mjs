/** Constraints that a scan of the table validates, or an index. */
const VALIDATED = ['CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'];
const FILLED = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'];
/** Columns whose values are computed for each row there is. */
const COMPUTED = ['CONSTR_IDENTITY', 'CONSTR_GENERATED'];
/** Functions that give all rows the same value, which PostgreSQL keeps beside the table. */
const SAME_FOR_ALL = ['now', 'statement_timestamp', 'transaction_timestamp'];
const ROWS = { UpdateStmt: 'updates', DeleteStmt: 'deletes' };

/**
 * @typedef {{ kind: 'contract' | 'lock', table: string, what: string }} Problem `contract`: the release before fails; `lock`: its requests wait, by the
 *   number of rows
 */

/**
 * The names of the tables that a statement creates.
 * @param {[string, object]} statement kind and tree of PostgreSQL's parser
 */
export function createdTables([kind, node]) {
  if (kind === 'CreateStmt') return [node.relation.relname];
  return kind === 'CreateTableAsStmt' ? [node.into.rel.relname] : [];
}

/**
 * Reasons why a statement must not run while the release before does.
 * @param {[string, object]} statement kind and tree of PostgreSQL's parser
 * @returns {Problem[]}
 */
export function problemsOf([kind, node]) {
  const table = node.relation?.relname;
  if (kind === 'DropStmt' && node.removeType === 'OBJECT_TABLE') return droppedTables(node);
  if (kind === 'RenameStmt') return [renamed(node)];
  if (kind === 'IndexStmt' && !node.concurrent) return [lock(table, 'creates an index without CONCURRENTLY')];
  if (kind === 'ReindexStmt' && !/"concurrently"/.test(JSON.stringify(node.params)))
    return [lock(table ?? node.name, 'builds an index anew without CONCURRENTLY')];
  if (kind === 'ClusterStmt') return [lock(table, 'writes the table anew')];
  if (ROWS[kind]) return [lock(table, `${ROWS[kind]} rows, which a job does in parts`)];
  if (kind !== 'AlterTableStmt' || node.objtype !== 'OBJECT_TABLE') return [];
  return node.cmds.flatMap(({ AlterTableCmd: command }) => ofCommand(table, command));
}

function droppedTables({ objects }) {
  return objects.map(({ List }) => contract(List.items.at(-1).String.sval, 'drops the table'));
}

function renamed({ relation, subname, renameType }) {
  const name = relation?.relname ?? renameType;
  return contract(name, subname ? `renames ${subname}` : 'renames the table');
}

function ofCommand(table, { subtype, name, def }) {
  switch (subtype) {
    case 'AT_DropColumn':
      return [contract(table, `drops ${name}`)];
    case 'AT_SetNotNull':
      return [contract(table, `requires ${name}`), lock(table, `scans for a missing ${name}`)];
    case 'AT_AlterColumnType':
      return [contract(table, `changes the type of ${name}`), lock(table, `may write the table anew for ${name}`)];
    case 'AT_AddColumn':
      return ofColumn(table, def.ColumnDef);
    case 'AT_AddConstraint':
      return ofConstraint(table, def.Constraint);
    default:
      return [];
  }
}

function ofColumn(table, { colname, constraints = [] }) {
  const kinds = constraints.map(({ Constraint }) => Constraint.contype);
  const isRequired = kinds.includes('CONSTR_NOTNULL') && !kinds.some((each) => FILLED.includes(each));
  const isScanned = kinds.some((each) => VALIDATED.includes(each));
  const isComputed = constraints.some(
    ({ Constraint }) => COMPUTED.includes(Constraint.contype) || isVolatile(Constraint),
  );
  return [
    ...(isRequired ? [contract(table, `requires ${colname}, without a default`)] : []),
    ...(isScanned ? [lock(table, `adds ${colname} with a constraint, which scans the table`)] : []),
    ...(isComputed ? [lock(table, `adds ${colname} with a value for each row, which writes the table anew`)] : []),
  ];
}

/** Whether a default may be another one for each row. */
function isVolatile({ contype, raw_expr: expression }) {
  if (contype !== 'CONSTR_DEFAULT') return false;
  const calls = JSON.stringify(expression).matchAll(/"funcname":\[.*?"sval":"(\w+)"\}\}\]/g);
  return Array.from(calls, ([, name]) => name).some((name) => !SAME_FOR_ALL.includes(name));
}

function ofConstraint(table, { conname, contype, skip_validation: isNotValid, indexname }) {
  if (isNotValid || indexname || !VALIDATED.includes(contype)) return [];
  return [lock(table, `adds ${conname ?? 'a constraint'} without NOT VALID`)];
}

function contract(table, what) {
  return { kind: 'contract', table, what };
}

function lock(table, what) {
  return { kind: 'lock', table, what };
}
