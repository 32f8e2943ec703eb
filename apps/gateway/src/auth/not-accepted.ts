import { Rejection } from '@kernel';
import { invalid } from '@platform/http';

/** One answer for every token that is not valid, whatever the reason. */
export class NotAccepted extends Rejection {
  constructor() {
    const { kind, code, message, extra, problems } = invalid(
      'body.token',
      'is not the token of a pending invitation or sign-up: it is wrong, used, withdrawn or expired',
    );
    super(kind, code, message, extra, problems);
  }
}
