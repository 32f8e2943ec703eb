/** A fault that the operator can repair. The message says how, in whole sentences, and is printed without a stack. */
export class OperatorError extends Error {}
