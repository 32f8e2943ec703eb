/**
 * `refused`: the guard does not let the request go there. `unreachable`: no connection, or it broke. `late`: the
 * deadline. `too_large`: more bytes than the caller takes. `malformed`: no valid answer.
 */
export type EgressFailureKind = 'refused' | 'unreachable' | 'late' | 'too_large' | 'malformed';

/**
 * Why a request has no answer. Its message begins with a verb and fits behind the name of a field. It names no address,
 * so that a caller learns nothing about the network of this installation.
 */
export class EgressFailure extends Error {
  override readonly name = 'EgressFailure';

  constructor(
    readonly kind: EgressFailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const refused = (message: string) => new EgressFailure('refused', message);
