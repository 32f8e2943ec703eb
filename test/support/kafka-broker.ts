import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';
import { freeze } from './freeze';
import { type Guard, makeGuard } from './kafka-guard';
import { eventually, freePort } from './programs';

/** The last line of Kafka whose broker still speaks the protocol of kafkajs 2.2.4; 4.0 has dropped it. */
const VERSION = '3.9.1';
const CACHE = join(homedir(), '.cache', 'waymark-test');
const JARS = join(CACHE, `kafka-${VERSION}`);
const COPY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>waymark.test</groupId><artifactId>kafka</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSION}</version></dependency></dependencies>
</project>`;

/**
 * Prints Java's process id, and kills it when the pipe on standard input closes, which happens however the test run
 * ends.
 */
const WITH_PARENT = `exec 3<&0
"$@" </dev/null >/dev/null 2>&1 & child=$!
echo $child
(while read -r _; do :; done; kill -KILL $child) <&3 >/dev/null 2>&1 & guard=$!
wait $child
kill $guard`;
const JAVA = ['-Xms96m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];

let found: { readonly reason: string | undefined } | undefined;

/** Why there can be no broker here, or undefined. The first call on a machine fetches Kafka, which takes a minute. */
export const skipReason = (): string | undefined => (found ??= { reason: look() }).reason;

const look = (): string | undefined => {
  if (spawnSync('java', ['-version']).status !== 0) return 'Java is not installed';
  if (existsSync(JARS)) return undefined;
  if (spawnSync('mvn', ['-v']).status !== 0) return 'Maven, which fetches Kafka, is not installed';
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetching-'));
  writeFileSync(join(folder, 'pom.xml'), POM);
  const fetched = spawnSync('mvn', ['-q', '-B', COPY, '-DoutputDirectory=jars', '-DincludeScope=runtime'], {
    cwd: folder,
    timeout: 300_000,
    encoding: 'utf8',
  });
  try {
    if (fetched.status !== 0) return `Maven could not fetch Kafka: ${fetched.stdout.slice(0, 300)}`;
    // Another test run may have been faster.
    if (!existsSync(JARS)) renameSync(join(folder, 'jars'), JARS);
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
};

export interface KafkaBroker {
  readonly port: number;
  readonly brokers: readonly string[];
  /** What a client of the guarded port needs; absent without one. */
  readonly guarded?: Pick<Guard, 'ca' | 'username' | 'password'> & { readonly brokers: readonly string[] };
  /** A clean stop; its port refuses connections. */
  stop(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it on its port and data, after ending a running one. */
  restart(): Promise<void>;
  /** Stops its process where it is; its port still takes connections. Resolves once no thread runs. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

export interface KafkaBrokerOptions {
  /** How long a broker waits for more members before a new group starts; 0 here, 3,000 by default. */
  readonly initialRebalanceDelayMs?: number;
  /**
   * Adds a port with TLS and an account beside the open one; connections have to authenticate again after this time.
   */
  readonly guarded?: { readonly reauthenticateMs: number };
}

/** One real broker and its controller in one process, on free ports and in a separate folder. */
export const startKafkaBroker = async ({
  initialRebalanceDelayMs = 0,
  guarded,
}: KafkaBrokerOptions = {}): Promise<KafkaBroker> => {
  const reason = skipReason();
  if (reason) throw new Error(reason);
  const [port, controllerPort, guardedPort] = [await freePort(), await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'waymark-kafka-'));
  const settings = join(folder, 'server.properties');
  const guard = guarded && (await makeGuard(folder, guarded.reauthenticateMs));
  writeFileSync(
    settings,
    properties({ port, controllerPort, folder, initialRebalanceDelayMs, ...(guard && { guard, guardedPort }) }),
  );
  format(settings, guard?.accounts);

  let running: RunningJava | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const java = running;
    running = undefined;
    if (!java || java.shell.exitCode !== null) return;
    const exited = once(java.shell, 'exit');
    process.kill(java.pid, signal);
    await exited;
  };
  const start = async (): Promise<void> => {
    await end('SIGKILL');
    running = await launch(settings);
    await ready(port, running);
  };
  await start();
  return {
    port,
    brokers: [`127.0.0.1:${port}`],
    ...(guard && { guarded: { ...guard, brokers: [`127.0.0.1:${guardedPort}`] } }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: start,
    freeze: async () => void (running && (await freeze(running.pid))),
    thaw: () => void (running && process.kill(running.pid, 'SIGCONT')),
    close: async () => {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

interface RunningJava {
  readonly shell: ChildProcess;
  readonly pid: number;
}

const java = (main: string): string[] => [...JAVA, '-cp', join(JARS, '*'), main];

const format = (settings: string, accounts: readonly string[] = []): void => {
  const args = [
    ...java('kafka.tools.StorageTool'),
    'format',
    '-t',
    'MkU3OEVBNTcwNTJENDM2Qg',
    '-c',
    settings,
    ...accounts,
  ];
  const { status, stdout, stderr } = spawnSync('java', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Kafka's storage could not be made: ${stdout}${stderr}`);
};

const launch = async (settings: string): Promise<RunningJava> => {
  const shell = spawn('sh', ['-c', WITH_PARENT, 'sh', 'java', ...java('kafka.Kafka'), settings], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const [said] = (await once(shell.stdout, 'data')) as [Buffer];
  return { shell, pid: Number(said.toString()) };
};

const ready = (port: number, { shell }: RunningJava): Promise<void> =>
  eventually(async () => {
    if (shell.exitCode !== null) throw new Error(`Kafka has ended with ${shell.exitCode}`);
    const admin = new Kafka({
      brokers: [`127.0.0.1:${port}`],
      logLevel: logLevel.NOTHING,
      retry: { retries: 0 },
    }).admin();
    try {
      await admin.connect();
      await admin.listTopics();
    } finally {
      await admin.disconnect();
    }
  }, 60_000);

interface Settings {
  readonly port: number;
  readonly controllerPort: number;
  readonly folder: string;
  readonly initialRebalanceDelayMs: number;
  readonly guard?: Guard;
  readonly guardedPort?: number;
}

const properties = ({
  port,
  controllerPort,
  folder,
  initialRebalanceDelayMs,
  guard,
  guardedPort,
}: Settings): string => {
  const guarding = guard ? `,SASL_SSL://127.0.0.1:${guardedPort}` : '';
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `PLAINTEXT://127.0.0.1:${port}${guarding},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${port}${guarding}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': join(folder, 'logs'),
    // Topics are never created implicitly.
    'auto.create.topics.enable': false,
    'offsets.topic.num.partitions': 1,
    'offsets.topic.replication.factor': 1,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'group.initial.rebalance.delay.ms': initialRebalanceDelayMs,
    ...guard?.settings,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
};
