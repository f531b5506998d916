/** Variables that the `hearth` command itself reads; docs/CONFIGURATION.md is made from it. */
export const COMMAND_VARIABLES = [
  [
    'DATABASE_URL',
    'URL of a PostgreSQL server of yours, to use instead of starting one, with a login that may create roles and schemas',
  ],
  ['DATABASE_PASSWORD_FILE', 'File with the password of that login, in place of one in the URL'],
  [
    'DATABASE_PASSWORDS_FOLDER',
    'Folder with the passwords of the services on that server, as above (or `DATABASE_PASSWORDS`); the data folder has some where it is not set',
  ],
  ['KAFKA_BROKERS', 'host:port of brokers of yours, separated by commas, to use instead of starting one'],
  [
    'HEARTH_ROOT_PASSWORD',
    'Password to make the administrator with; a generated one, printed once, where it is not set',
  ],
  ['HEARTH_IMPORT_TOKEN', 'Token of the source that `import` brings groups and projects from, without `--token-file`'],
  ['HEARTH_DATA', 'The data folder; set for the processes that the command starts'],
  ['HEARTH_DEBUG', '1 prints the stack of what made the command fail'],
  ['JAVA_HOME', 'The Java to run Kafka with, where a broker has to be started'],
  [
    'HEARTH_TEST_DATABASE_URL',
    'URL of a PostgreSQL server on which specs may make databases; one is started where it is not set',
  ],
];
