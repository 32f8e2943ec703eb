import type { Address } from '../../support/waymark';

/** Passes what the global set-up started to jest's workers, which inherit the environment. */
const UNDER_TEST = 'WAYMARK_CLIENTS_UNDER_TEST';

export interface Command {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface PlantedFault extends Command {
  readonly name: string;
  /** The name of the scenario that must fail. */
  readonly caughtBy: string;
}

/** The driver of a language, or why there is none. */
export interface Language extends Command {
  readonly language: string;
  readonly skipped?: string;
  readonly faults: readonly PlantedFault[];
}

export interface UnderTest {
  readonly product: Address & { readonly dataDir: string };
  readonly languages: readonly Language[];
}

export const storeUnderTest = (started: UnderTest): void => {
  process.env[UNDER_TEST] = JSON.stringify(started);
};

export const underTest = (): UnderTest => {
  const stored = process.env[UNDER_TEST];
  if (!stored) throw new Error('no product is running: start these suites by npm run test:clients');
  const { product, languages } = JSON.parse(stored) as UnderTest;
  return { product: { ...product, patient: true }, languages };
};
