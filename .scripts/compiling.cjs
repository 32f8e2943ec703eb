// How TypeScript becomes JavaScript, for SWC: in the build, in jest, and in programs that specs run from the sources.

/**
 * What most processes and most specs import somewhere and never use: clients of servers that are not configured, and
 * parts that few of them need. These are loaded when they are first used. A name counts as it stands in the import.
 */
const LAZY = [
  '@clickhouse/client',
  '@eventstore/db-client',
  '@eventstore/db-client/generated/shared_pb',
  '@eventstore/db-client/generated/streams_grpc_pb',
  '@eventstore/db-client/generated/streams_pb',
  '@nestjs/platform-fastify',
  'kafkajs',
  'nodemailer',
  'qrcode',
  'typeorm',
  'undici',
  // Files of this repository that declare something for typeorm or Nest while they are loaded.
  './accounts.schema',
  './http-app.module',
  './kafka-dispatch',
  './local-dispatch',
];

exports.jsc = {
  target: 'es2022',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  keepClassNames: true,
};

exports.module = { type: 'commonjs', ignoreDynamic: false, lazy: LAZY };
