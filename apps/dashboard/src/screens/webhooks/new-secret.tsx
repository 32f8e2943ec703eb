import { SecretDialog } from '../../ui/secret-dialog';
import { nameOf } from './badges';
import type { WebhookWithSecret } from './webhook-queries';

interface NewSecretProps {
  readonly created: WebhookWithSecret;
  /** Whether another one is in use until tomorrow. */
  readonly isRotated?: boolean;
  readonly onClose: () => void;
}

/** The secret that signs the calls of a webhook. */
export const NewSecret = ({ created, isRotated = false, onClose }: NewSecretProps) => (
  <SecretDialog
    id="webhook-secret"
    title={`The secret of “${nameOf(created)}”`}
    description="It is shown this once. Your endpoint verifies by it that a call comes from Waymark."
    noun="secret"
    value={created.secret}
    onClose={onClose}
  >
    {isRotated && (
      <p className="text-soft mt-3">
        For 24 hours every call is signed by this secret and by the former one, so that you have time to deploy it.
      </p>
    )}
  </SecretDialog>
);
